// The retention of mails: the mails as long as the law wants proof, their events for some months.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { forgetOldReplies } from '#areas/messaging/conversations/conversations.forget.ts';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { systemActor } from '#kernel/actors.ts';
import { aMailDoc } from '#tests/support/examples.emails.ts';
import { aCompany, aContact } from '#tests/support/factories.ts';
import { aServer } from '#tests/support/server.ts';
import { forgetOldMail } from './sends.forget.ts';

test('old mails, their events and old replies go; younger ones, and what waits, stay', async () => {
  const server = await aServer();
  const { db } = server.operator;
  const { companyId: company_id, people } = await aCompany(server, { agent: {} });
  const contact_id = await aContact(server, company_id, { owner_id: people.agent.userId, email: 'rosa@example.com' });
  const yearsAgo = (years: number) => new Date(Date.now() - years * 366 * 86_400_000);
  const frame = JSON.stringify({ from: 'We', replyTo: null, values: {}, signature: null, foot: [], color: 'blue' });
  const aSend = (subject: string, created_at: Date, status = 'done') =>
    insertId(db, 'sends', { company_id, kind: 'single', channel: 'email', purpose: 'service', asked_by: people.agent.userId, subject, content: JSON.stringify(aMailDoc(subject)), frame, status, created_at }); // biome-ignore format: one line
  const aMessage = (send_id: number, created_at: Date, state = 'sent') =>
    insertId(db, 'messages', { company_id, send_id, contact_id, once_contact: contact_id, address: 'rosa@example.com', once_key: `send:${send_id}`, state, due_at: created_at, created_at } as never); // biome-ignore format: one line
  await aMessage(await aSend('Eleven years', yearsAgo(11)), yearsAgo(11));
  await aMessage(await aSend('Waits since then', yearsAgo(11), 'paused'), yearsAgo(11), 'queued');
  const kept = await aMessage(await aSend('Nine years', yearsAgo(9)), yearsAgo(9));
  for (const [years, kind] of [[3, 'opened'], [1, 'clicked']] as const) // biome-ignore format: one line
    await insertId(db, 'message_events', { company_id, message_id: kept, contact_id, address: 'rosa@example.com', kind, at: yearsAgo(years), event_key: kind }); // biome-ignore format: one line
  for (const years of [11, 9]) {
    const talk = {
      company_id,
      channel: 'email',
      line: String(years),
      their_address: 'rosa@example.com',
      last_at: yearsAgo(years),
    };
    const conversation_id = await insertId(db, 'conversations', talk);
    await insertId(db, 'received_messages', { company_id, conversation_id, message_key: `<${years}>`, from_address: 'rosa@example.com', subject: `${years}`, at: yearsAgo(years) }); // biome-ignore format: one line
  }

  const { platform } = server;
  const ctx = { platform, clock: platform.clock, log: platform.log, actor: systemActor(company_id) };
  await forgetOldMail(ctx);
  await forgetOldReplies(ctx);

  const left = async (query: ReturnType<typeof sql<{ name: string }>>) => (await query.execute(db)).rows.map(({ name }) => name);
  expect(await left(sql`select subject as name from sends where company_id = ${company_id} order by id`)).toEqual(['Waits since then', 'Nine years']); // biome-ignore format: one line
  expect(await left(sql`select state as name from messages where company_id = ${company_id} order by id`)).toEqual(['queued', 'sent']); // biome-ignore format: one line
  expect(await left(sql`select kind as name from message_events where company_id = ${company_id}`)).toEqual(['clicked']);
  expect(await left(sql`select subject as name from received_messages where company_id = ${company_id}`)).toEqual(['9']);
  expect(await left(sql`select line as name from conversations where company_id = ${company_id}`)).toEqual(['9']);
});
