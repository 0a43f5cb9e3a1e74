// Deleted contacts are erased for good after the company's retention period, with what belongs to them.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { listAuditEntries } from '#contract/auditLog.ts';
import { createContactNote } from '#contract/contactHistory.ts';
import { mergeContacts } from '#contract/contactMerges.ts';
import { updateContact } from '#contract/contacts.ts';
import { updateSetting } from '#contract/settings.ts';
import { authenticate } from '#kernel/http/sessions.ts';
import { journalOf } from '#tests/support/contacts.ts';
import { aCompany, aContact } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';
import { allAttached } from '../../../areas.ts';
import { eraseContacts } from './contacts.erase.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});

test('what was deleted longer ago than the company says is gone, and the journal says nothing of the person', async () => {
  const { companyId, people } = await aCompany(server, { admin: {} });
  const { admin } = people;
  const ctx = await ctxOf(admin);
  const erase = () => eraseContacts(ctx, allAttached, { signal: new AbortController().signal });
  const { db } = server.operator;
  const deletedFor = async (days: number) => {
    const id = await aContact(server, companyId, { owner_id: admin.userId, first_name: 'Rosa' });
    await admin.call(updateContact, { params: { id }, body: { city: 'Ocala' } });
    await admin.call(createContactNote, { params: { id }, body: { body: 'Called about her plan' } });
    await db
      .updateTable('contacts')
      .set({
        deleted_at: sql<Date>`now() - make_interval(days => ${days})`,
        updated_at: sql<Date>`now() - make_interval(days => ${days})`,
      })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const [old, recent] = [await deletedFor(120), await deletedFor(80)];
  const ids = async () =>
    (await db.selectFrom('contacts').select('id').where('company_id', '=', companyId).execute()).map(({ id }) => id);

  await erase();
  expect((await ids()).toSorted()).toEqual([old, recent]);
  await admin.call(updateSetting, { params: { id: 'contacts.retention_days' }, body: { value: '90' } });
  await erase();
  expect(await ids()).toEqual([recent]);
  expect(await db.selectFrom('contact_notes').select('contact_id').where('company_id', '=', companyId).execute()).toEqual([
    { contact_id: recent },
  ]);
  const journal = await journalOf(server, old);
  expect(journal.map(({ action }) => action)).toContain('noted');
  expect(journal.every(({ before, after }) => before === null && after === null)).toBe(true);
  const { data } = await admin.call(listAuditEntries, { query: { action: 'contacts.erased' } });
  expect(data).toMatchObject([{ after: { contacts: 1, days: 90 } }]);
});

test('no period shorter than the time of an undo is taken', async () => {
  const { admin } = (await aCompany(server, { admin: {} })).people;
  const set = admin.call(updateSetting, { params: { id: 'contacts.retention_days' }, body: { value: '30' } });
  await expect(set).rejects.toMatchObject({ status: 422 });
});

test('a contact merged into a living one stays; a restoring that was undone begins the period anew', async () => {
  const { companyId, people } = await aCompany(server, { admin: {} });
  const { admin } = people;
  const { db } = server.operator;
  const ctx = await ctxOf(admin);
  const add = () => aContact(server, companyId, { owner_id: admin.userId });
  const [stays, merged, again] = [await add(), await add(), await add()];
  await admin.call(mergeContacts, { body: { ids: [stays, merged] } });
  const long = sql<Date>`now() - interval '500 days'`;
  await db.updateTable('contacts').set({ deleted_at: long, updated_at: long }).where('id', '=', merged).execute();
  await db.updateTable('contacts').set({ deleted_at: long }).where('id', '=', again).execute(); // updated_at: just now, as an undo writes it
  await eraseContacts(ctx, allAttached, { signal: new AbortController().signal });
  const left = await db.selectFrom('contacts').select('id').where('company_id', '=', companyId).orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual([stays, merged, again]);
  await db.updateTable('contacts').set({ deleted_at: long, updated_at: long }).where('id', '=', stays).execute();
  await eraseContacts(ctx, allAttached, { signal: new AbortController().signal });
  expect(await db.selectFrom('contacts').select('id').where('company_id', '=', companyId).execute()).toEqual([{ id: again }]);
});

async function ctxOf({ token }: Client) {
  const session = await authenticate(server.platform, token, '127.0.0.1');
  if (!session) throw new Error('not signed in');
  return { platform: server.platform, clock: server.platform.clock, log: server.platform.log, actor: session.actor };
}
