// Deleted contacts are erased for good after the company's retention period, with what belongs to them.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { listAuditEntries } from '#contract/auditLog.ts';
import { createContactNote } from '#contract/contactHistory.ts';
import { updateContact } from '#contract/contacts.ts';
import { updateSetting } from '#contract/settings.ts';
import { authenticate } from '#kernel/http/sessions.ts';
import { journalOf } from '#tests/support/contacts.ts';
import { aCompany, aContact } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { allAttached } from '../../../areas.ts';
import { eraseContacts } from './contacts.erase.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});

test('what was deleted longer ago than the company says is gone, and the journal says nothing of the person', async () => {
  const { companyId, people } = await aCompany(server, { admin: {} });
  const { admin } = people;
  const session = await authenticate(server.platform, admin.token, '127.0.0.1');
  if (!session) throw new Error('not signed in');
  const ctx = { platform: server.platform, clock: server.platform.clock, log: server.platform.log, actor: session.actor };
  const erase = () => eraseContacts(ctx, allAttached, { signal: new AbortController().signal });
  const { db } = server.operator;
  const deletedFor = async (days: number) => {
    const id = await aContact(server, companyId, { owner_id: admin.userId, first_name: 'Rosa' });
    await admin.call(updateContact, { params: { id }, body: { city: 'Ocala' } });
    await admin.call(createContactNote, { params: { id }, body: { body: 'Called about her plan' } });
    await db
      .updateTable('contacts')
      .set({ deleted_at: sql<Date>`now() - make_interval(days => ${days})` })
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
