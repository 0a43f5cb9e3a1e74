// Texts with one contact: written by an agent, answered from a handset, ended by STOP; each call of the
// carrier is signed.
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { fetchConversations, fetchMessages, readConversation, showConversation } from '#contract/conversations.ts';
import { uploadEmailFile } from '#contract/emails.ts';
import { sendMessage, updatePermission } from '#contract/texting.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant } from '#kernel/context.ts';
import { TelephonyRefused, TelephonyUnavailable } from '#kernel/telephony/telephony.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { allTasks } from '../../../areas.ts';
import { sendText } from '../sends/sends.service.ts';
import { getLine, urlOf } from '../webhooks/webhooks.lines.ts';
import { fetchMedia } from './texting.media.ts';

const line = '3055550120';
let server: TestServer;
let company: TestCompany<'admin' | 'agent' | 'agent2'>;
let token: string;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, agent: {}, agent2: {} });
  const company_id = company.companyId;
  const { db } = server.operator;
  await sql`
    insert into phone_numbers (company_id, number, user_id, payer_id, provider_id, registration, bought_at, rent_due_at)
    values (${company_id}, ${line}, null, ${company.people.admin.userId}, 'PN1', 'approved', now(), now() + interval '1 month')`.execute(
    db,
  );
  await sql`
    insert into text_registrations (company_id, state) values (${company_id}, 'approved')`.execute(db);
  token = (await inTenant(ctx(), (tx) => getLine(tx, 'texts'))).token;
});
beforeEach(() => server.operator.db.deleteFrom('rate_limits').execute());

const ctx = () => {
  const { platform } = server;
  return { platform, clock: platform.clock, log: platform.log, actor: systemActor(company.companyId) };
};

let made = 0;
const sid = () => `SM${String(++made).padStart(32, '0')}`;
const aNumber = () => `786555${String(2000 + ++made)}`;

/** As the carrier: signed, unless another signature is given. */
async function hook(fields: Record<string, string>, signature?: string) {
  const form = new URLSearchParams(fields);
  const { telephony } = server.platform;
  const signed = signature ?? telephony?.sandbox?.sign(urlOf(server.config, 'texts', token), form) ?? '';
  return server.app.inject({
    method: 'POST',
    url: `/v1/webhooks/texts/${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signed },
    payload: form.toString(),
  });
}

/** Jobs of this area and of webhooks that wait now. */
async function work() {
  const { db } = server.operator;
  const rows = await db
    .deleteFrom('outbox')
    .where('kind', '=', 'job')
    .where('company_id', '=', company.companyId)
    .returning(['name', 'payload'])
    .execute();
  for (const { name, payload } of rows)
    if (/^(webhooks|texting)\./.test(name))
      await allTasks[name]?.(ctx(), payload, { signal: new AbortController().signal, attempt: 1, last: false } as never);
}

async function wrote(from: string, Body: string, more: Record<string, string> = {}) {
  const answer = await hook({
    MessageSid: sid(),
    SmsStatus: 'received',
    From: `+1${from}`,
    To: `+1${line}`,
    Body,
    NumMedia: '0',
    ...more,
  });
  expect(answer.statusCode, answer.body).toBe(204);
  await work();
}

const ofNumber = async (number: string) =>
  (await company.people.admin.call(fetchConversations, { body: { q: number, channel: 'text' } })).data;
const textsTo = (number: string) =>
  server.operator.db
    .selectFrom('messages')
    .innerJoin('sends', (join) => join.onRef('sends.id', '=', 'messages.send_id').on('sends.company_id', '=', company.companyId))
    .select(['messages.id', 'messages.state', 'messages.reason', 'sends.purpose', 'sends.body', 'messages.sender'])
    .where('messages.address', '=', number)
    .orderBy('messages.id')
    .execute();
const stopped = async (number: string) =>
  (
    await server.operator.db
      .selectFrom('suppressions')
      .select('id')
      .where('address', '=', number)
      .where('lifted_at', 'is', null)
      .execute()
  ).length > 0;

test('a text of a contact opens an unread conversation with its owner; the same call again changes nothing', async () => {
  const { agent, agent2 } = company.people;
  const phone = aNumber();
  const contact = await aContact(server, company.companyId, { owner_id: agent.userId, first_name: 'Rosa', phone });
  const fields = { MessageSid: sid(), SmsStatus: 'received', From: `+1${phone}`, To: `+1${line}`, Body: 'Thursday works' };
  await hook(fields);
  await hook(fields);
  await hook({ ...fields, ApiVersion: '2010-04-01' }); // another body, the same text
  await work();
  const [conversation, ...others] = (await agent.call(fetchConversations, { body: { q: phone } })).data;
  expect(others).toEqual([]);
  expect(conversation).toMatchObject({ contact: { id: contact }, line, unread: true, flagged: false, excerpt: 'Thursday works' });
  const { data } = await agent.call(fetchMessages, { body: { conversation_id: conversation?.id ?? 0 } });
  expect(data).toMatchObject([
    { direction: 'in', from: expect.stringContaining('Rosa'), text: 'Thursday works', channel: 'text' },
  ]);
  expect((await agent2.call(fetchConversations, { body: { q: phone } })).data).toEqual([]);
});

test('a call that is forged, or signed for another form, is refused and leaves nothing', async () => {
  const phone = aNumber();
  const fields = { MessageSid: sid(), SmsStatus: 'received', From: `+1${phone}`, To: `+1${line}`, Body: 'Forged' };
  const other =
    server.platform.telephony?.sandbox?.sign(
      urlOf(server.config, 'texts', token),
      new URLSearchParams({ ...fields, Body: 'Other' }),
    ) ?? '';
  for (const signature of ['nonsense', other])
    expect((await hook(fields, signature)).json()).toMatchObject({ code: 'webhooks.forged' });
  await work();
  expect(await ofNumber(phone)).toEqual([]);
});

test('a stranger’s text waits for those who see the company; odd numbers and calls do no harm', async () => {
  const phone = aNumber();
  await wrote(phone, 'Who is this?');
  expect(await ofNumber(phone)).toMatchObject([{ contact: null, owner: null, can: { answer: false } }]);
  expect((await company.people.agent.call(fetchConversations, { body: { q: phone } })).data).toEqual([]);
  await wrote('x', 'From nowhere');
  expect((await hook({ MessageSid: 'odd', To: 'x' })).statusCode).toBe(204);
  expect(
    (await hook({ MessageSid: sid(), SmsStatus: 'received', From: '+17865550000', To: '+13055559999', Body: 'Not ours' }))
      .statusCode,
  ).toBe(204);
  await work();
});

test('an agent writes, and the answer within three days is a reply', async () => {
  const { agent, agent2 } = company.people;
  const phone = aNumber();
  const contact = await aContact(server, company.companyId, { owner_id: agent.userId, first_name: 'Nina', phone });
  const body = { contact_id: contact, message_content: 'Hello Nina' };
  const sent = await agent.call(sendMessage, { body });
  expect(sent).toMatchObject({ direction: 'out', text: 'Hello Nina', channel: 'text' });
  expect(await textsTo(phone)).toMatchObject([{ purpose: 'service', sender: line }]);
  await wrote(phone, 'Hello agent');
  await agent.call(sendMessage, {
    body: { ...body, message_content: 'Good to hear', message_to: `(786) ${phone.slice(3, 6)}-${phone.slice(6)}` },
  });
  expect((await textsTo(phone)).map(({ purpose }) => purpose)).toEqual(['service', 'reply']);
  expect(await ofNumber(phone)).toMatchObject([{ unread: false, excerpt: 'Good to hear' }]);
  await expect(agent2.call(sendMessage, { body })).rejects.toMatchObject({ status: 404 });
  for (const wrong of [{ message_content: '  ' }, { message_to: '3055550199' }, { mms: true }])
    await expect(agent.call(sendMessage, { body: { ...body, ...wrong } })).rejects.toMatchObject({ status: 422 });
});

/** The recipients of news about conversations since the last call. */
async function heardBy(): Promise<unknown[]> {
  const { db } = server.operator;
  const rows = await db.deleteFrom('outbox').where('kind', '=', 'cable').returning(['payload', 'recipients']).execute();
  return rows.flatMap(({ payload, recipients }) =>
    JSON.stringify(payload).includes('conversation.changed') ? (recipients as never) : [],
  );
}

test('a number of two contacts: the conversation goes to the one that the line wrote to last, and both owners hear it', async () => {
  const { agent, agent2 } = company.people;
  const phone = aNumber();
  const [hers, his] = [
    await aContact(server, company.companyId, { owner_id: agent.userId, first_name: 'Ada', phone }),
    await aContact(server, company.companyId, { owner_id: agent2.userId, first_name: 'Abe', phone }),
  ];
  const seenBy = async (person: typeof agent) =>
    (await person.call(fetchConversations, { body: { q: phone } })).data.map(({ contact }) => contact?.id);
  await server.operator.db.deleteFrom('outbox').where('kind', '=', 'cable').execute();
  await agent.call(sendMessage, { body: { contact_id: hers, message_content: 'Hello Ada' } });
  expect(await seenBy(agent)).toEqual([hers]);
  expect(await heardBy()).not.toContain(agent2.userId);
  await agent2.call(sendMessage, { body: { contact_id: his, message_content: 'Hello Abe' } });
  expect(await seenBy(agent2)).toEqual([his]);
  expect(await seenBy(agent)).toEqual([]);
  expect(await heardBy()).toEqual(expect.arrayContaining([agent.userId, agent2.userId]));

  // A text to many begins no conversation; its answer goes to the contact that got it.
  const many = { contactId: hers, from: line, to: phone, body: 'We moved', purpose: 'service', askedBy: agent.userId } as const;
  await wrote(phone, 'Hello agent');
  expect(await seenBy(agent2)).toEqual([his]);
  const id = await inTenant(ctx(), (tx) => sendText(tx, many));
  await server.operator.db.updateTable('messages').set({ state: 'sent', sent_at: server.platform.clock() }).where('id', '=', id).execute(); // biome-ignore format: one line
  await wrote(phone, 'Where to?');
  expect([await seenBy(agent), await seenBy(agent2)]).toEqual([[hers], []]);
});

test('who gets a contact of somebody else sees the conversation as soon as they write in it', async () => {
  const { agent, agent2, admin } = company.people;
  const phone = aNumber();
  const contact = await aContact(server, company.companyId, { owner_id: agent.userId, first_name: 'Gia', phone });
  const write = (person: typeof agent) => person.call(sendMessage, { body: { contact_id: contact, message_content: 'Hello' } });
  const seen = async () => (await agent2.call(fetchConversations, { body: { q: phone } })).data.length;
  await write(agent);
  await server.operator.db.updateTable('contacts').set({ owner_id: agent2.userId }).where('id', '=', contact).execute();
  expect(await seen()).toBe(0);
  await write(admin); // who sees it already
  expect(await seen()).toBe(0);
  await write(agent2);
  expect(await seen()).toBe(1);
});

const aPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer();

test('a picture goes out as small as carriers take it, by an address that only the carrier knows', async () => {
  const { agent } = company.people;
  const phone = aNumber();
  const contact = await aContact(server, company.companyId, { owner_id: agent.userId, first_name: 'Pia', phone });
  const file = { name: 'plan.png', content: await aPicture(3_000, 1_500) };
  const given = { body: { contact_id: contact, is_mss: true }, files: { file } };
  const sent = await agent.call(sendMessage, given);
  expect(sent.files).toMatchObject([{ name: 'plan.jpg', type: 'image/jpeg' }]);
  const { media } = await server.operator.db
    .selectFrom('sends')
    .select('media')
    .where('media', '<>', sql<string[]>`'{}'`)
    .executeTakeFirstOrThrow();
  const path = new URL(media[0] ?? '').pathname;
  const { width, height, format } = await sharp((await server.app.inject({ url: path })).rawPayload).metadata();
  expect({ width, height, format }).toEqual({ width: 1_600, height: 800, format: 'jpeg' });
  expect((await server.app.inject({ url: `${path.slice(0, -1)}x` })).statusCode).toBe(404);

  const uploaded = await agent.call(uploadEmailFile, { files: { file } });
  const body = { contact_id: contact, attachments: [uploaded.id] };
  expect((await agent.call(sendMessage, { body })).files).toMatchObject([{ name: 'plan.jpg' }]);
  await expect(company.people.admin.call(sendMessage, { body })).rejects.toMatchObject({ status: 422 });
  const html = { name: 'page.png', content: Buffer.from('<html><script>1</script>') };
  const broken = { name: 'half.png', content: file.content.subarray(0, 60) };
  for (const wrong of [html, broken])
    await expect(agent.call(sendMessage, { ...given, files: { file: wrong } })).rejects.toMatchObject({ status: 422 });
});

test('STOP ends texts at once, cancels what waits and is confirmed once; START lifts it', async () => {
  const { agent } = company.people;
  const phone = aNumber();
  const contact = await aContact(server, company.companyId, { owner_id: agent.userId, first_name: 'Sam', phone });
  const text = () => agent.call(sendMessage, { body: { contact_id: contact, message_content: 'Are you there?' } });
  await text();
  await wrote(phone, ' Stop. ');
  expect(await stopped(phone)).toBe(true);
  expect(await textsTo(phone)).toMatchObject([
    { state: 'cancelled' },
    { state: 'queued', purpose: 'compliance', body: expect.stringContaining('unsubscribed') },
  ]);
  await wrote(phone, 'STOP');
  expect(await textsTo(phone)).toHaveLength(2);
  expect(await text()).toMatchObject({ state: 'blocked', reason: 'suppressed' });
  expect(await ofNumber(phone)).toMatchObject([{ unread: false }]);
  await wrote(phone, 'yes');
  expect(await stopped(phone)).toBe(false);
  expect((await textsTo(phone)).at(-1)).toMatchObject({ purpose: 'compliance', body: expect.stringContaining('again') });
  await wrote(phone, 'yes');
  expect((await ofNumber(phone))[0]).toMatchObject({ unread: true, excerpt: 'yes' });
});

test('STOP of a number that is stopped for another reason is proved and confirmed; START lifts it, and not the other one', async () => {
  const { agent } = company.people;
  const phone = aNumber();
  const { db } = server.operator;
  const contact = await aContact(server, company.companyId, { owner_id: agent.userId, first_name: 'Wes', phone });
  await sql`insert into suppressions (company_id, channel, address, purpose, reason) values (${company.companyId}, 'text', ${phone}, 'all', 'wrong_person')`.execute(db); // biome-ignore format: one line
  await wrote(phone, 'STOP');
  await wrote(phone, 'STOP');
  const proofs = db.selectFrom('consents').select(['kind', 'channel', 'text']).where('contact_id', '=', contact);
  expect(await proofs.execute()).toEqual([{ kind: 'revoked', channel: 'text', text: 'STOP' }]);
  expect(await textsTo(phone)).toMatchObject([{ purpose: 'compliance', body: expect.stringContaining('unsubscribed') }]);
  await wrote(phone, 'START');
  const open = db.selectFrom('suppressions').select('reason').where('address', '=', phone).where('lifted_at', 'is', null);
  expect(await open.execute()).toEqual([{ reason: 'wrong_person' }]);
  expect(await textsTo(phone)).toHaveLength(1);
});

test('START that is worked on late lifts no STOP that came after it', async () => {
  const phone = aNumber();
  const { db } = server.operator;
  for (const Body of ['START', 'STOP'])
    await hook({ MessageSid: sid(), SmsStatus: 'received', From: `+1${phone}`, To: `+1${line}`, Body, NumMedia: '0' });
  const ids = await db.selectFrom('hook_calls').select('id').where('state', '=', 'waiting').orderBy('id').execute();
  const [start = 0, stop = 0] = ids.map(({ id }) => id);
  await sql`update hook_calls set received_at = received_at - interval '1 second' where id = ${start}`.execute(db);
  for (const id of [stop, start])
    await allTasks['webhooks.handle']?.(ctx(), { id }, {
      signal: new AbortController().signal,
      attempt: 1,
      last: false,
    } as never);
  expect(await stopped(phone)).toBe(true);
  await wrote(phone, 'START');
  expect(await stopped(phone)).toBe(false);
});

test('START lifts no stop of an administrator, and the carrier’s own answer is not repeated', async () => {
  const [asked, carriers] = [aNumber(), aNumber()];
  await sql`insert into suppressions (company_id, channel, address, purpose, reason) values (${company.companyId}, 'text', ${asked}, 'all', 'revoked')`.execute(server.operator.db); // biome-ignore format: one line
  await wrote(asked, 'START');
  expect(await stopped(asked)).toBe(true);
  await wrote(carriers, 'STOP', { OptOutType: 'STOP' });
  expect(await stopped(carriers)).toBe(true);
  expect(await textsTo(carriers)).toEqual([]);
  await wrote(carriers, 'HELP');
  expect(await textsTo(carriers)).toMatchObject([{ purpose: 'compliance', body: expect.stringContaining('help you') }]);
});

test('other words that may mean STOP are flagged for a person, who sees to it', async () => {
  const { admin } = company.people;
  const phone = aNumber();
  await wrote(phone, 'Please stop texting me');
  const [conversation] = await ofNumber(phone);
  expect(conversation).toMatchObject({ flagged: true, unread: true });
  expect(await stopped(phone)).toBe(false);
  expect(await admin.call(readConversation, { body: { id: conversation?.id ?? 0, flagged: false } })).toMatchObject({
    flagged: false,
  });
});

test('a consent by text is proof, and taking it back stops the number', async () => {
  const { agent } = company.people;
  const phone = aNumber();
  const contact = await aContact(server, company.companyId, { owner_id: agent.userId, first_name: 'Cal', phone });
  const proof = { contact_id: contact, text: 'Said so on the phone', at: new Date().toISOString() };
  expect((await agent.call(updatePermission, { body: { ...proof, permission: true } })).data).toMatchObject([
    { kind: 'given', channel: 'text' },
  ]);
  await agent.call(updatePermission, { body: { ...proof, permission: false } });
  expect(await stopped(phone)).toBe(true);
});

test('a file that is no picture, or comes from elsewhere, is not taken', async () => {
  const phone = aNumber();
  await wrote(phone, 'Look', {
    NumMedia: '2',
    MediaUrl0: 'http://169.254.169.254/latest/meta-data',
    MediaUrl1: 'https://api.twilio.com.evil.example/x',
  });
  await work();
  const [conversation] = await ofNumber(phone);
  const { data } = await company.people.admin.call(fetchMessages, { body: { conversation_id: conversation?.id ?? 0 } });
  expect(data).toMatchObject([{ text: 'Look', files: [] }]);
});

test('of what strangers send only real pictures and known files are taken, and a fetch that failed is done again', async () => {
  const phone = aNumber();
  const real = await aPicture(40, 20);
  const bomb = Buffer.from(real);
  bomb.writeUInt32BE(60_000, 16); // its width and height, as the header says them
  bomb.writeUInt32BE(60_000, 20);
  const files: Record<string, () => Buffer> = {
    bomb: () => bomb,
    page: () => Buffer.from('<html><script>alert(1)</script></html>'),
    program: () => Buffer.from('7f454c46020101000000000000000000', 'hex'),
    huge: () => {
      throw new TelephonyRefused('too large');
    },
    real: () => real,
    late: () => {
      if (tries++ === 0) throw new TelephonyUnavailable('the carrier does not answer');
      return real;
    },
  };
  let tries = 0;
  const { telephony } = server.platform;
  if (!telephony) throw new Error('no carrier');
  const limits = new Set<number>();
  const fetching = {
    ...telephony,
    async fetchMedia(url: string, most: number) {
      limits.add(most);
      return files[url]?.() ?? Buffer.alloc(0);
    },
  };
  await wrote(phone, 'Look');
  const [conversation] = await ofNumber(phone);
  const read = async () =>
    (await company.people.admin.call(fetchMessages, { body: { conversation_id: conversation?.id ?? 0 } })).data[0];
  const given = { id: (await read())?.id ?? 0, urls: Object.keys(files) };
  const fetchAll = () => fetchMedia({ ...ctx(), platform: { ...server.platform, telephony: fetching } }, given);
  await expect(fetchAll()).rejects.toBeInstanceOf(TelephonyUnavailable);
  await fetchAll();
  expect((await read())?.files).toMatchObject([
    { name: 'file 5.jpg', type: 'image/jpeg' },
    { name: 'file 6.jpg', type: 'image/jpeg' },
  ]);
  expect([...limits]).toEqual([6 * 2 ** 20]);
});

/** Reports that wait for their text. */
const reports = () =>
  server.operator.db
    .selectFrom('outbox')
    .select('payload')
    .where('company_id', '=', company.companyId)
    .where('name', '=', 'texting.report')
    .execute();

test('a report that comes before its text is written down is asked again later; one of no text of ours ends', async () => {
  const { agent } = company.people;
  const phone = aNumber();
  const contact = await aContact(server, company.companyId, { owner_id: agent.userId, first_name: 'Rae', phone });
  const { id, conversation_id } = await agent.call(sendMessage, { body: { contact_id: contact, message_content: 'Hello' } });
  const MessageSid = sid();
  await hook({ MessageSid, MessageStatus: 'undelivered', ErrorCode: '30006', To: `+1${phone}` });
  await work();
  const shown = async () => (await agent.call(fetchMessages, { body: { conversation_id } })).data;
  expect(await shown()).toMatchObject([{ outcome: null }]);
  expect((await reports()).map(({ payload }) => payload)).toMatchObject([{ providerId: MessageSid, attempt: 2 }]);
  await sql`update messages set state = 'sent', provider_id = ${MessageSid} where company_id = ${company.companyId} and id = ${id}`.execute(server.operator.db); // biome-ignore format: one line
  await work();
  expect(await shown()).toMatchObject([{ outcome: 'bounced', reason: '30006' }]);
  expect(await reports()).toEqual([]);

  await hook({ MessageSid: sid(), MessageStatus: 'delivered', To: `+1${phone}` });
  let tries = 0;
  do await work();
  while (++tries < 20 && (await reports()).length > 0);
  expect(tries).toBe(6);
});

test('reports move a text forward alone: late, second and unordered ones change nothing', async () => {
  const { agent } = company.people;
  const phone = aNumber();
  const contact = await aContact(server, company.companyId, { owner_id: agent.userId, first_name: 'Ray', phone });
  const { id, conversation_id } = await agent.call(sendMessage, { body: { contact_id: contact, message_content: 'Hello' } });
  const MessageSid = sid();
  await sql`update messages set state = 'sent', provider_id = ${MessageSid} where company_id = ${company.companyId} and id = ${id}`.execute(server.operator.db); // biome-ignore format: one line
  const report = async (MessageStatus: string, more = {}) => {
    expect((await hook({ MessageSid, MessageStatus, From: `+1${line}`, To: `+1${phone}`, ...more })).statusCode).toBe(204);
    await work();
  };
  await report('undelivered', { ErrorCode: '30006' });
  await report('sent');
  await report('undelivered', { ErrorCode: '30006', Again: 'yes' });
  const { data } = await agent.call(fetchMessages, { body: { conversation_id } });
  expect(data).toMatchObject([{ state: 'sent', outcome: 'bounced', reason: '30006' }]);
  const events = server.operator.db.selectFrom('message_events').select('kind').where('message_id', '=', id);
  expect(await events.execute()).toEqual([{ kind: 'bounced' }]);
  const facts = server.operator.db.selectFrom('address_facts').select('landline').where('address', '=', phone);
  expect(await facts.execute()).toEqual([{ landline: true }]);
});

test('an answer is to words of a person, from their number, over the line that they wrote to; the composer says the same', async () => {
  const { admin, agent } = company.people;
  const { db } = server.operator;
  const [mobile, home, others] = [aNumber(), aNumber(), '3055550121'];
  const contact = await aContact(server, company.companyId, {
    owner_id: agent.userId,
    first_name: 'Uma',
    phones: [mobile, home].map((number) => ({ type: 2, number })),
  });
  // Stops what is no answer, so that the gate's decision tells the purpose.
  for (const address of [mobile, home])
    await sql`insert into suppressions (company_id, channel, address, purpose, reason) values (${company.companyId}, 'text', ${address}, 'service', 'asked')`.execute(db); // biome-ignore format: one line
  await sql`
    insert into phone_numbers (company_id, number, user_id, payer_id, provider_id, registration, bought_at, rent_due_at)
    values (${company.companyId}, ${others}, ${admin.userId}, ${admin.userId}, 'PN2', 'approved', now(), now() + interval '1 month')`.execute(
    db,
  );
  const expectPurpose = async (message_to: string, purpose: 'reply' | 'service') => {
    const { phones, has_number } = await agent.call(showConversation, { body: { contact_id: contact } });
    expect(has_number).toBe(true);
    const shown = phones.find(({ number }) => number === message_to);
    expect(shown?.reason === 'suppressed' ? 'service' : 'reply').toBe(purpose);
    await agent.call(sendMessage, { body: { contact_id: contact, message_content: 'Hello', message_to } });
    expect((await textsTo(message_to)).at(-1)).toMatchObject({ purpose, sender: line });
  };
  await expectPurpose(mobile, 'service');
  await wrote(mobile, 'HELP');
  await expectPurpose(mobile, 'service');
  await wrote(mobile, 'Call me', { To: `+1${others}` });
  await expectPurpose(mobile, 'service');
  await wrote(mobile, 'Hello');
  await wrote(mobile, 'HELP');
  await expectPurpose(mobile, 'reply');
  await expectPurpose(home, 'service');
});
