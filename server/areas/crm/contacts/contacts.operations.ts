// Bulk operations on contacts.
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { plainValues, valuesOf, writeValues } from '#areas/crm/customFields/customFields.service.ts';
import { type Held, mustAssignTo, reachOfActor } from '#areas/identity/users/users.service.ts';
import { ContactGroupFields } from '#contract/contactActions.ts';
import { Id } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import { operation } from '#kernel/jobs/operations.ts';
import { followOwners } from './contacts.nextSteps.ts';
import { inReach } from './contacts.reach.ts';
import { mustKnowReferences } from './contacts.references.ts';

/** To a person or into a pool. */
const Holder = z.union([z.object({ owner_id: Id }), z.object({ pool_id: Id })]);

export const assignOperation = operation({
  name: 'assign',
  permission: 'contacts.bulk',
  input: Holder,
  labels: { doing: 'Handing over', done: 'Handed over' },
  check: mustAssignTo,
  batch: (tx, ids, to, id) => changeBatch(tx, ids, { values: { owner_id: null, pool_id: null, ...to } }, id),
});

/** How many contacts in reach are still where a hand-over put them: its undo gives these back. */
export async function countGivenBy(tx: Tx, bulkActionId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from contact_changes j join contacts c on c.company_id = ${tx.companyId} and c.id = j.contact_id
    where j.company_id = ${tx.companyId} and j.bulk_action_id = ${bulkActionId} and c.deleted_at is null and ${inReach(await reachOfActor(tx))}
      and (j.after->>'owner_id')::bigint is not distinct from c.owner_id
      and (j.after->>'pool_id')::bigint is not distinct from c.pool_id`.execute(tx.db);
  return rows[0]?.count ?? 0;
}

const none = z.object({});

export const deleteOperation = operation({
  name: 'delete',
  permission: 'contacts.bulk',
  input: none,
  labels: { doing: 'Deleting', done: 'Deleted' },
  batch: (tx, ids, _, id) => markBatch(tx, ids, { deletedAt: tx.clock() }, id),
});

export const restoreOperation = operation({
  name: 'restore',
  permission: 'contacts.bulk',
  input: none,
  labels: { doing: 'Restoring', done: 'Restored' },
  batch: (tx, ids, _, id) => markBatch(tx, ids, { deletedAt: null }, id),
});

/**
 * Notes, tags and all else stay with a deleted contact: restoring is the same step back.
 * Hand-overs leave deleted contacts out, so one whose owner has left goes to the actor.
 */
async function markBatch(tx: Tx, contactIds: number[], { deletedAt }: { deletedAt: Date | null }, bulkActionId: number) {
  const at = sql`${deletedAt}::timestamptz`;
  const owner = deletedAt
    ? sql`c.owner_id`
    : sql`case when ${hasLeft(tx, sql`c.owner_id`)} then ${tx.actor.userId}::bigint else c.owner_id end`;
  const image = (deleted: string, holder: string) => sql`jsonb_build_object('deleted_at', ${sql.ref(deleted)})
    || case when owner_before <> owner_after then jsonb_build_object('owner_id', ${sql.ref(holder)}, 'pool_id', null) else '{}' end`;
  const { rows } = await sql<{ contact_id: number; moved: boolean | null }>`
    with wanted as (
      select c.id, c.deleted_at, c.owner_id, ${owner} as owner_after from contacts c
      where c.company_id = ${tx.companyId} and c.id = any(${contactIds}::bigint[])
        and (c.deleted_at is null) <> (${at} is null) and c.merged_into is null order by c.id for update
    ), written as (
      update contacts c set deleted_at = ${at}, owner_id = w.owner_after, version = c.version + 1, updated_at = now()
      from wanted w where c.company_id = ${tx.companyId} and c.id = w.id
      returning c.id, w.deleted_at as before, c.deleted_at as after, w.owner_id as owner_before, w.owner_after
    )
    insert into contact_changes (company_id, contact_id, action, actor_id, impersonator_id, bulk_action_id, before, after)
    select ${tx.companyId}::bigint, id, ${deletedAt ? 'deleted' : 'restored'}, ${tx.actor.userId}::bigint,
      ${tx.actor.impersonatorId}::bigint, ${bulkActionId}::bigint, ${image('before', 'owner_before')}, ${image('after', 'owner_after')}
    from written returning contact_id, after ? 'owner_id' as moved`.execute(tx.db);
  await followOwners(
    tx,
    rows.filter(({ moved }) => moved).map(({ contact_id }) => contact_id),
  );
  return rows.length;
}

/** Whether this user no longer works here. */
export const hasLeft = ({ companyId }: Tx, id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from users l where l.company_id = ${companyId} and l.id = ${id} and not l.active)`;

/**
 * Columns that one value can be given to on many contacts, besides owner and pool;
 * custom fields are rows of their own.
 */
export const groupColumns = Object.keys(ContactGroupFields.shape).filter(
  (name) => !['owner_id', 'pool_id', 'custom_fields'].includes(name),
);

export const updateOperation = operation({
  name: 'update',
  permission: 'contacts.bulk',
  input: ContactGroupFields,
  labels: { doing: 'Changing', done: 'Changed' },
  async check(tx, fields) {
    await mustAssignTo(tx, fields);
    await mustFit(tx, fields);
  },
  batch: updateBatch,
});

/** Whether these values may be given to a contact, but for who looks after it. */
export async function mustFit(tx: Tx, fields: ContactGroupFields): Promise<void> {
  await mustKnowReferences(tx, fields);
  await plainValues(tx, fields.custom_fields ?? {});
}

function updateBatch(tx: Tx, contactIds: number[], fields: ContactGroupFields, bulkActionId: number): Promise<number> {
  const { owner_id, pool_id } = fields;
  const assigns = owner_id !== undefined || pool_id !== undefined;
  const holder = assigns && { owner_id: owner_id ?? null, pool_id: pool_id ?? null };
  return changeBatch(tx, contactIds, { values: { ...fields, ...holder } }, bulkActionId);
}

interface BatchChange {
  /** The same for every contact. An owner comes with `pool_id: null`, a pool with `owner_id: null`. */
  values: Record<string, unknown> & Pick<ContactGroupFields, 'custom_fields'>;
  /** Each contact's own owner or pool, in the order of the ids. */
  holders?: Held[];
}

/**
 * One statement: contacts, custom fields and journal.
 * Contacts that have all the values already do not change.
 */
export async function changeBatch(
  tx: Tx,
  contactIds: number[],
  { values: { custom_fields = {}, ...values }, holders }: BatchChange,
  bulkActionId: number,
): Promise<number> {
  const custom = await plainValues(tx, custom_fields);
  const own = holders ? sql`jsonb_build_object('owner_id', a.owner_id, 'pool_id', a.pool_id)` : sql`'{}'::jsonb`;
  const columns = Object.keys(holders ? { ...values, owner_id: null, pool_id: null } : values);
  const names = [...columns, ...Object.keys(custom)];
  const set = columns.map((name) => sql`${sql.ref(name)} = g.${sql.ref(name)}, `);
  const [owners, pools] = [holders?.map(({ owner_id }) => owner_id) ?? [], holders?.map(({ pool_id }) => pool_id) ?? []];
  const customRows = sql`select h.id, e.key, e.value from changed h cross join lateral jsonb_each(h.after) e where e.key like 'custom:%'`;
  const { rows } = await sql<{ contact_id: number; moved: boolean | null }>`
    with given as (
      select a.id as contact_id, p.*, to_jsonb(p) || ${JSON.stringify(custom)}::jsonb as image
      from unnest(${contactIds}::bigint[], ${owners}::bigint[], ${pools}::bigint[]) a(id, owner_id, pool_id)
      cross join lateral jsonb_populate_record(null::contacts, ${JSON.stringify(values)}::jsonb || ${own}) p
    ), wanted as (
      select c.id, to_jsonb(c) || ${valuesOf(tx, sql`c.id`)} as was from contacts c
      where c.company_id = ${tx.companyId} and c.id = any(${contactIds}::bigint[]) and c.deleted_at is null order by c.id for update
    ), changed as (
      select w.id, jsonb_object_agg(k, coalesce(w.was -> k, 'null')) as before, jsonb_object_agg(k, g.image -> k) as after
      from wanted w join given g on g.contact_id = w.id cross join unnest(${names}::text[]) k
      where coalesce(w.was -> k, 'null') <> g.image -> k or (k in ('owner_id', 'pool_id')
        and (w.was -> 'owner_id', w.was -> 'pool_id') is distinct from (g.image -> 'owner_id', g.image -> 'pool_id')) group by w.id
    ), written as (
      update contacts c set ${sql.join(set, sql``)}version = c.version + 1, updated_at = now()
      from changed h join given g on g.contact_id = h.id
      where c.company_id = ${tx.companyId} and c.id = h.id returning c.id, h.before, h.after
    ), ${writeValues(tx, customRows)}
    insert into contact_changes (company_id, contact_id, action, actor_id, impersonator_id, bulk_action_id, before, after)
    select ${tx.companyId}::bigint, id, case when after ?| array['owner_id', 'pool_id'] then 'assigned' else 'updated' end,
      ${tx.actor.userId}::bigint, ${tx.actor.impersonatorId}::bigint, ${bulkActionId}::bigint,
      before, after
    from written returning contact_id, before -> 'owner_id' <> after -> 'owner_id' as moved`.execute(tx.db);
  await followOwners(
    tx,
    rows.filter(({ moved }) => moved).map(({ contact_id }) => contact_id),
  );
  return rows.length;
}
