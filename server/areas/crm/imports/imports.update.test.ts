// Imports into existing contacts: they write and journal only what the file says, and only where it is new.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type ImportTarget, importContacts, validateImport } from '#contract/imports.ts';
import { authenticate } from '#kernel/http/sessions.ts';
import { aCompany, aContact, aStatus } from '#tests/support/factories.ts';
import { aServer } from '#tests/support/server.ts';
import { tidyDrafts } from './imports.drafts.ts';
import { failImport, runImport } from './imports.run.ts';

const server = await aServer();
const never = { signal: new AbortController().signal };

async function anAgent() {
  const { companyId, people } = await aCompany(server, { agent: {} });
  const { agent } = people;
  const session = await authenticate(server.platform, agent.token, '127.0.0.1');
  if (!session) throw new Error('not signed in');
  const ctx = { platform: server.platform, clock: server.platform.clock, log: server.platform.log, actor: session.actor };
  const start = async (content: string, targets: ImportTarget[], more = {}) => {
    const files = { import_file: { name: 'leads.csv', content } };
    const draft = await agent.call(validateImport, { body: {}, files });
    const fields = targets.map((field, column) => ({ column, heading: '', field }));
    await agent.call(importContacts, { body: { id: draft.id, form: { fields, scrub_against: { rule: 'update' }, ...more } } });
    return draft.id;
  };
  const attempt = async (id: number) =>
    server.operator.db.selectFrom('import_attempts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { companyId, agent, ctx, start, attempt };
}

test('custom fields and a Medicare number are told of, defaults are for new contacts, and a second run changes nothing', async () => {
  const { companyId, agent, ctx, start } = await anAgent();
  const [mine, other] = [await aStatus(server, companyId, 'Mine'), await aStatus(server, companyId, 'Other')];
  const { id: field } = await server.operator.db
    .insertInto('custom_fields')
    .values({ company_id: companyId, name: 'Dog', type: 'text', position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const id = await aContact(server, companyId, { phone: '3055550142', owner_id: agent.userId, status_id: mine });
  const dog = '犬'.repeat(1500); // larger than an index row
  const content = `Phone,Dog,Medicare,Status\n3055550142,${dog},1EG4TE5MK73,\n3055550143,,,\n`;
  const run = async () =>
    runImport(
      ctx,
      await start(content, ['mobile_phone', `custom:${field}`, 'medicare_number', 'status'], { status_id: other }),
      never,
    );
  const contacts = () =>
    server.operator.db
      .selectFrom('contacts')
      .select(['id', 'status_id', 'version', 'updated_at'])
      .where('company_id', '=', companyId)
      .orderBy('id')
      .execute();
  await run();
  const first = await contacts();
  expect(first).toMatchObject([
    { id, status_id: mine, version: 2 },
    { status_id: other, version: 1 },
  ]);
  await run();
  expect(await contacts()).toEqual(first);
  const { rows } = await sql`
    select before, after from contact_changes where company_id = ${companyId} and contact_id = ${id}`.execute(server.operator.db);
  expect(rows).toEqual([
    {
      before: { [`custom:${field}`]: null, medicare_number: null },
      after: { [`custom:${field}`]: dog, medicare_number: '(sealed)' },
    },
  ]);
});

test('a birthday without a year is kept in the note of a contact that is there, once, and without a column for notes', async () => {
  const { companyId, agent, ctx, start } = await anAgent();
  const id = await aContact(server, companyId, { phone: '3055550142', owner_id: agent.userId, note: 'Likes dogs' });
  const noted = async () =>
    server.operator.db
      .selectFrom('contacts')
      .select(['note', 'birth_date', 'version'])
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const run = async (day: string) =>
    runImport(ctx, await start(`Phone,DOB\n3055550142,${day}\n`, ['mobile_phone', 'birth_date']), never);
  await run('04/12');
  const first = await noted();
  expect(first).toEqual({ note: 'Likes dogs\nBirthday: 04/12', birth_date: null, version: 2 });
  await run('04/12');
  expect(await noted()).toEqual(first);
  await run('04/12/1960');
  expect(await noted()).toMatchObject({ note: first.note, birth_date: '1960-04-12' });
  const { rows } = await sql`
    select before, after from contact_changes where company_id = ${companyId} and contact_id = ${id} order by id limit 1`.execute(
    server.operator.db,
  );
  expect(rows).toEqual([{ before: { note: 'Likes dogs' }, after: { note: first.note } }]);
});

test('what cannot be stored ends the import at once, in words; its job run again goes on', async () => {
  const { companyId, ctx, start, attempt } = await anAgent();
  const status = await aStatus(server, companyId, 'Gone');
  const id = await start('Phone\n3055550142\n', ['mobile_phone'], { status_id: status });
  await server.operator.db.deleteFrom('statuses').where('id', '=', status).execute();
  await runImport(ctx, id, never);
  expect(await attempt(id)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('removed in the meantime'),
    created: 0,
  });

  const again = await start('Phone\n3055550142\n', ['mobile_phone']);
  await failImport(ctx, again, 'a fault');
  await runImport(ctx, again, never);
  expect(await attempt(again)).toMatchObject({ status: 'complete', error: null, created: 1 });
});

test('for somebody the asker no longer reaches it fails instead of handing contacts over', async () => {
  const { companyId, people } = await aCompany(server, { manager: {}, agent: { under: 'manager' } });
  const session = await authenticate(server.platform, people.manager.token, '127.0.0.1');
  if (!session) throw new Error('not signed in');
  const files = { import_file: { name: 'leads.csv', content: 'Phone\n3055550142\n' } };
  const draft = await people.manager.call(validateImport, { body: {}, files });
  const form = { fields: draft.fields.map(({ preview, ...field }) => field), owner: people.agent.userId };
  await people.manager.call(importContacts, { body: { id: draft.id, form } });
  await server.operator.db.updateTable('users').set({ manager_id: null }).where('id', '=', people.agent.userId).execute();
  await runImport({ ...server.platform, platform: server.platform, actor: session.actor }, draft.id, never);
  const { rows } = await sql`
    select status, (select count(*) from contacts where company_id = ${companyId}) as contacts from import_attempts where id = ${draft.id}`.execute(
    server.operator.db,
  );
  expect(rows).toEqual([{ status: 'failed', contacts: 0 }]);
});

test('stopped in the middle it closes its file', async () => {
  const { ctx, start } = await anAgent();
  const lines = Array.from({ length: 45_000 }, (_, n) => `${3_050_000_000 + n},Somebody with a long name`);
  const id = await start(`Phone,Name\n${lines.join('\n')}\n`, ['mobile_phone', 'name']);
  let open = 0;
  const { storage } = server.platform;
  const watched: typeof storage = {
    ...storage,
    async *read(...place) {
      open++;
      try {
        yield* storage.read(...place);
      } finally {
        open--;
      }
    },
  };
  const stopped = AbortSignal.abort();
  await expect(runImport({ ...ctx, platform: { ...ctx.platform, storage: watched } }, id, { signal: stopped })).rejects.toThrow(
    'stopped',
  );
  expect(open).toBe(0);
});

test('a file looked at and left goes a day later', async () => {
  const { agent, ctx } = await anAgent();
  const look = () =>
    agent.call(validateImport, { body: {}, files: { import_file: { name: 'a.csv', content: 'Phone\n3055550142\n' } } });
  const [old, fresh] = [await look(), await look()];
  await sql`update import_attempts set created_at = now() - interval '25 hours' where id = ${old.id}`.execute(server.operator.db);
  await tidyDrafts(ctx);
  const left = await server.operator.db.selectFrom('import_attempts').select('id').where('asked_by', '=', agent.userId).execute();
  expect(left).toEqual([{ id: fresh.id }]);
  const files = await server.operator.db
    .selectFrom('files')
    .select(['owner_id', 'state'])
    .where('uploaded_by', '=', agent.userId)
    .orderBy('id')
    .execute();
  expect(files).toEqual([
    { owner_id: old.id, state: 'dropped' },
    { owner_id: fresh.id, state: 'kept' },
  ]);
});

test('of the files that one person has looked at and left, the ten newest stay', async () => {
  const { agent, ctx } = await anAgent();
  const look = () =>
    agent.call(validateImport, { body: {}, files: { import_file: { name: 'a.csv', content: 'Phone\n3055550142\n' } } });
  const looked: number[] = [];
  for (let number = 0; number < 12; number++) looked.push((await look()).id);
  await tidyDrafts(ctx);
  const left = await server.operator.db.selectFrom('import_attempts').select('id').where('asked_by', '=', agent.userId).execute();
  expect(left.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(looked.slice(2));
});

test.each(['phone', 'name_address'] as const)('by %s a person who stands in two chunks of a file is one contact', async (by) => {
  const { companyId, ctx, start, attempt } = await anAgent();
  const row = (number: number, city: string) =>
    `Rosa,Łopez ${number},305${String(number).padStart(7, '0')},${number} Oak St,${city}`;
  const rows = Array.from({ length: 2_500 }, (_, number) => row(number, 'Miami')); // the first chunk holds 2,000
  rows[1_999] = row(7, 'Tampa'); // in the same chunk
  rows[2_400] = row(8, 'Ocala');
  rows[2_401] = row(9, 'Naples').replace('Łopez', 'Lopez');
  const content = `First,Last,Phone,Address,City\n${rows.join('\n')}\n`;
  const targets: ImportTarget[] = ['first_name', 'last_name', 'mobile_phone', 'address', 'city'];
  const id = await start(content, targets, { scrub_against: { by: [by], rule: 'update' } });
  await runImport(ctx, id, never);

  expect(await attempt(id)).toMatchObject({ status: 'complete', created: 2_497, updated: 3 });
  const { rows: moved } =
    await sql`select left(address, -7) as house, city from contacts where company_id = ${companyId} and city <> 'Miami' order by city`.execute(
      server.operator.db,
    );
  expect(moved).toEqual([
    { house: '9', city: 'Naples' },
    { house: '8', city: 'Ocala' },
    { house: '7', city: 'Tampa' },
  ]);
});
