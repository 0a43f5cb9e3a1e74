// Any sequence of bulk actions, undone in reverse, leaves everything as it was:
// contacts, custom fields, notes and tags.
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type BulkAction, getBulkAction, undoBulkAction } from '#contract/bulk.ts';
import { destroyContacts, restoreContacts, updateContactGroup } from '#contract/contactActions.ts';
import { createContactNote } from '#contract/contactHistory.ts';
import { updateContact } from '#contract/contacts.ts';
import { createCustomField } from '#contract/customFields.ts';
import { updateTagsGroup } from '#contract/tags.ts';
import { aCompany, aContact, aStatus, aTag, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent'>;
let admin: Client;
let ids: number[] = [];
let tags: number[] = [];
let statuses: number[] = [];
let field: number;
beforeAll(async () => {
  server = await aServer({ worker: true });
  company = await aCompany(server, { admin: {}, agent: {} });
  ({ admin } = company.people);
  const { companyId } = company;
  tags = [await aTag(server, companyId, 'Hot'), await aTag(server, companyId, 'Cold')];
  statuses = [await aStatus(server, companyId, 'First'), await aStatus(server, companyId, 'Second')];
  field = (await admin.call(createCustomField, { body: { name: 'Premium', type: 'number', choices: [] } })).id;
  const owners = [admin.userId, company.people.agent.userId];
  ids = await Promise.all(
    [0, 1, 2, 3].map((at) => aContact(server, companyId, { owner_id: owners[at % 2] ?? 0, first_name: `C${at}`, city: 'Miami' })),
  );
  await admin.call(updateContact, { params: { id: ids[0] ?? 0 }, body: { custom_fields: { [field]: 7 } } });
  await admin.call(createContactNote, { params: { id: ids[1] ?? 0 }, body: { body: 'Called' } });
});

const some = fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 4 }).map((places) => places.map((place) => ids[place] ?? 0));
const pick = (list: () => number[]) => fc.nat(1).map((place) => list()[place] ?? 0);
const action = fc.oneof(
  fc.record({ ids: some, tag: pick(() => tags), off: fc.boolean() }).map(
    ({ ids, tag, off }) =>
      () =>
        admin.call(updateTagsGroup, { body: { ids, ...(off ? { remove_tags: [tag] } : { tags: [tag] }) } }),
  ),
  fc
    .record({
      ids: some,
      status_id: pick(() => statuses),
      city: fc.constantFrom('Ocala', ''),
      premium: fc.constantFrom(7, 8, null),
    })
    .map(
      ({ ids, premium, ...fields }) =>
        () =>
          admin.call(updateContactGroup, { body: { ids, fields: { ...fields, custom_fields: { [field]: premium } } } }),
    ),
  fc.record({ ids: some, owner_id: pick(() => [admin.userId, company.people.agent.userId]) }).map(
    ({ ids, owner_id }) =>
      () =>
        admin.call(updateContactGroup, { body: { ids, fields: { owner_id } } }),
  ),
  some.map((ids) => () => admin.call(destroyContacts, { body: { ids } })),
  some.map((ids) => () => admin.call(restoreContacts, { body: { ids } })),
);

test('a sequence of actions undone in reverse restores the first state', async () => {
  const first = await state();
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 4 }), async (actions) => {
      const done: BulkAction[] = [];
      for (const start of actions) done.push(await ended(await start()));
      for (const { id, can } of done.toReversed())
        if (can.undo) await ended(await admin.call(undoBulkAction, { params: { id } }));
      expect(await state()).toEqual(first);
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

async function ended({ id }: BulkAction): Promise<BulkAction> {
  const action = await until(async () => {
    const found = await admin.call(getBulkAction, { params: { id } });
    return found.finished_at ? found : null;
  });
  expect(action).toMatchObject({ status: 'complete', kept: 0 });
  return action;
}

/** All but the version and the time of the last change. */
async function state() {
  const { db } = server.operator;
  const { rows: contacts } = await sql`
    select to_jsonb(c) - array['version', 'updated_at'] as contact from contacts c where c.id = any(${ids}::bigint[]) order by c.id`.execute(
    db,
  );
  const { rows: values } = await sql`
    select contact_id, field_id, number_value from contact_field_values where contact_id = any(${ids}::bigint[]) order by 1, 2`.execute(
    db,
  );
  const { rows: notes } =
    await sql`select contact_id, body from contact_notes where contact_id = any(${ids}::bigint[]) order by 1`.execute(db);
  return { contacts, values, notes };
}
