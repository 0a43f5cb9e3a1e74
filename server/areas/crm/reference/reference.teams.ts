// Groups and pools: a name, a business unit, and people. The administrator of a business unit manages its groups and pools.
import { sql } from 'kysely';
import { usedByContacts } from '#areas/crm/contacts/contacts.service.ts';
import { mustKnowPeople, mustKnowUnit, reachOfActor, whoReaches } from '#areas/identity/users/users.service.ts';
import type { LookupQuery } from '#contract/kit/crud.ts';
import type { Team, TeamCreate, TeamUpdate } from '#contract/reference.ts';
import { audit, changesOf } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { lookup, type Use } from '#kernel/db/lookup.ts';
import type { Condition } from '#kernel/db/sql.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { referenceJobs } from './reference.jobs.ts';

interface TeamOptions {
  table: string;
  /** The table of its people, and the column there that names the team. */
  people: string;
  team: string;
  uses: readonly Use[];
  /** Ids of those who see other rows once people or unit of the team have changed. */
  seers: (tx: Tx, id: number) => Promise<number[]>;
  /** As the audit log names it: `pools.created`. */
  audited: 'groups' | 'pools';
}

function teams({ table, people, team, uses, seers, audited }: TeamOptions) {
  const type = audited === 'pools' ? 'pool' : 'group';
  const plain = ({ name, business_unit_id, users }: Team) => ({
    name,
    business_unit_id,
    [audited === 'pools' ? 'holders' : 'members']: users.map(({ id }) => id).toSorted((a, b) => a - b),
  });
  const rows = lookup<Team>({
    table,
    name: 'name',
    columns: sql`t.id, t.name, t.business_unit_id, p.users`,
    join: (tx) => sql`cross join lateral (
      select coalesce(json_agg(json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) order by u.last_name, u.first_name, u.id), '[]') as users
      from ${sql.table(people)} h join users u on u.company_id = ${tx.companyId} and u.id = h.user_id
      where h.company_id = ${tx.companyId} and ${sql.ref(`h.${team}`)} = t.id) p`,
    uses,
    replace: referenceJobs.replace,
    permission: 'teams.manage',
  });

  const list = async (tx: Tx, query: LookupQuery) => rows.list(tx, query, ...(await manageable(tx)));

  /** Throws `not_found` for a team of another unit, unless the actor manages the whole company. */
  async function get(tx: Tx, id: number): Promise<Team> {
    const [found] = await rows.all(tx, sql`t.id = ${id}`, ...(await manageable(tx)));
    if (!found) throw fail('not_found');
    return found;
  }

  async function create(tx: Tx, { user_ids, ...values }: TeamCreate): Promise<Team> {
    const business_unit_id = await unitOf(tx, values.business_unit_id);
    const { id } = await rows.create(tx, { ...values, business_unit_id });
    await setPeople(tx, id, [], user_ids);
    await tellSeers(tx, [], await seers(tx, id));
    const made = await get(tx, id);
    await audit(tx, { action: `${audited}.created`, of: { type, id }, after: plain(made) });
    return made;
  }

  async function update(tx: Tx, id: number, { user_ids, business_unit_id, ...values }: TeamUpdate): Promise<Team> {
    const stored = await get(tx, id);
    const before = await seers(tx, id);
    const unit = business_unit_id === undefined ? undefined : await unitOf(tx, business_unit_id);
    await rows.update(tx, id, { ...values, business_unit_id: unit });
    if (user_ids) {
      const people = stored.users.map((user) => user.id);
      await setPeople(tx, id, people, user_ids);
    }
    await tellSeers(tx, before, await seers(tx, id));
    const changed = await get(tx, id);
    const difference = changesOf(plain(stored), plain(changed));
    if (Object.keys(difference.after).length > 0)
      await audit(tx, { action: `${audited}.changed`, of: { type, id }, ...difference });
    return changed;
  }

  async function remove(tx: Tx, id: number, how: { replace_with?: number | undefined }): Promise<void> {
    const stored = await get(tx, id);
    if (how.replace_with !== undefined && how.replace_with !== id) await get(tx, how.replace_with).catch(refuseHeir);
    await rows.remove(tx, id, how);
    await audit(tx, {
      action: `${audited}.deleted`,
      of: { type, id },
      before: plain(stored),
      after: how.replace_with === undefined ? null : { moved_to: how.replace_with },
    });
  }

  /** New people must be in the actor's reach; people who are in the team already may stay. */
  async function setPeople(tx: Tx, id: number, stored: number[], wanted: number[]): Promise<void> {
    const added = wanted.filter((user) => !stored.includes(user));
    await mustKnowPeople(tx, added, 'user_ids', await ownUnit(tx));
    const [table, column] = [sql.table(people), sql.ref(team)];
    await sql`
      delete from ${table} where company_id = ${tx.companyId} and ${column} = ${id} and user_id <> all(${wanted}::bigint[])`.execute(
      tx.db,
    );
    await sql`
      insert into ${table} (company_id, ${column}, user_id)
      select ${tx.companyId}::bigint, ${id}::bigint, u.id from unnest(${added}::bigint[]) u (id) on conflict do nothing`.execute(
      tx.db,
    );
  }

  return { ...rows, list, get, create, update, remove };
}

export const groups = teams({
  table: 'groups',
  people: 'group_members',
  team: 'group_id',
  uses: [],
  seers: async () => [],
  audited: 'groups',
});

export const pools = teams({
  table: 'pools',
  people: 'pool_holders',
  team: 'pool_id',
  uses: [usedByContacts('pool_id')],
  seers: (tx, id) => whoReaches(tx, [{ owner_id: null, pool_id: id }]),
  audited: 'pools',
});

/** Null: the company's administrators manage all. */
const ownUnit = async (tx: Tx): Promise<number | null> => ((await reachOfActor(tx)).company ? null : tx.actor.businessUnitId);

async function manageable(tx: Tx): Promise<Condition[]> {
  const unit = await ownUnit(tx);
  return unit === null ? [] : [sql<boolean>`t.business_unit_id = ${unit}`];
}

async function unitOf(tx: Tx, wanted: number | null): Promise<number | null> {
  const own = await ownUnit(tx);
  if (own !== null && wanted !== null && wanted !== own) throw wrong('business_unit_id', 'Choose your own business unit');
  await mustKnowUnit(tx, wanted);
  return own ?? wanted;
}

function refuseHeir(): never {
  throw wrong('replace_with', 'This is not on the list any more');
}

/** The lists of users who now see, or no longer see, its contacts have changed. */
async function tellSeers(tx: Tx, before: number[], after: number[]): Promise<void> {
  const changed = [...before.filter((id) => !after.includes(id)), ...after.filter((id) => !before.includes(id))];
  if (changed.length > 0) tx.tell({ event: 'contacts.changed' }, { to: changed });
}
