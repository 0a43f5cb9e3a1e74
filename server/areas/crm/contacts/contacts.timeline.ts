// A contact's timeline: the journal read backwards, a page at a time. Which entries there are, and who may see them, the areas say (`timeline:`).
import { type RawBuilder, sql } from 'kysely';
import type { listContactTimeline, TimelineEntry } from '#contract/contactHistory.ts';
import { unmergeDays } from '#contract/contactMerges.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { Person } from '#contract/users.ts';
import type { Tx } from '#kernel/context.ts';
import { escapeLike } from '#kernel/db/sql.ts';
import type { TimelineKind } from '#kernel/timeline.ts';
import { canRestore } from './contacts.restoreValue.ts';
import { mustReachContact } from './contacts.service.ts';
import { idsNamed, namesIn } from './contacts.timelineNames.ts';

const pageSize = 30;

type Kinds = readonly TimelineKind[];
type Query = InputOf<typeof listContactTimeline>['query'];

interface ChangeRow {
  id: number;
  contact_id: number;
  at: string;
  exact_at: string;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  import_id: number | null;
  actor: TimelineEntry['actor'];
  impersonator: TimelineEntry['impersonator'];
  api_key: TimelineEntry['api_key'];
  note: TimelineEntry['note'];
  merge: TimelineEntry['merge'];
}

export async function listTimeline(tx: Tx, all: Kinds, contactId: number, query: Query) {
  await mustReachContact(tx, contactId);
  const kinds = visible(tx, all);
  const names = Object.assign({}, ...kinds.map((kind) => kind.names));
  const ids = await withMerged(tx, contactId);
  const wanted = kinds.filter(({ name }) => query.kind === '' || name === query.kind);
  const conditions = [
    sql`j.action = any(${wanted.flatMap(({ actions }) => actions)}::text[])`,
    ...olderThan(query.cursor),
    ...(query.actor_id ? [sql`j.actor_id = ${query.actor_id}`] : []),
    ...(query.q ? [await holds(tx, query.q, names)] : []),
  ];
  // A page from each contact by its index, instead of all entries of all of them.
  const { rows } = await sql<ChangeRow>`
    select j.id, j.contact_id, j.at, j.at::text as exact_at, j.action, j.before, j.after, j.import_id,
      ${personOf('u')} as actor, ${personOf('i')} as impersonator,
      case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as api_key,
      case when n.id is not null then json_build_object('id', n.id, 'body', n.body, 'doc', n.doc) end as note,
      case when m.id is not null and j.action = 'merged' then json_build_object('id', m.id, 'can_undo',
        ${tx.actor.has('contacts.bulk')} and m.survivor_id = ${contactId} and m.undone_at is null
          and m.created_at > now() - make_interval(days => ${unmergeDays}),
        'contacts', (select coalesce(json_agg(json_build_object('id', c.id, 'name', trim(c.first_name || ' ' || c.last_name)) order by c.id), '[]')
          from contacts c where c.company_id = ${tx.companyId} and c.id = any(m.merged_ids))) end as merge
    from unnest(${ids}::bigint[]) own(id) cross join lateral (
      select * from contact_changes j
      where j.company_id = ${tx.companyId} and j.contact_id = own.id and ${sql.join(conditions, sql` and `)}
      order by j.at desc, j.id desc limit ${pageSize + 1}) j
    left join users u on u.company_id = ${tx.companyId} and u.id = j.actor_id
    left join users i on i.company_id = ${tx.companyId} and i.id = j.impersonator_id
    left join api_keys k on k.company_id = ${tx.companyId} and k.id = j.api_key_id
    left join contact_notes n on n.company_id = ${tx.companyId} and n.id = j.note_id
    left join contact_merges m on m.company_id = ${tx.companyId} and m.id = j.merge_id
    order by j.at desc, j.id desc limit ${pageSize + 1}`.execute(tx.db);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  const kindOf = new Map(kinds.flatMap(({ name, actions }) => actions.map((action) => [action, name])));
  const data = page.map(({ exact_at, contact_id, before, after, ...entry }) => ({
    ...entry,
    kind: kindOf.get(entry.action) ?? '',
    changes: changesOf(before, contact_id === contactId, after),
  }));
  return {
    data,
    meta: {
      next_cursor: rows.length > pageSize && last ? `${last.exact_at}~${last.id}` : null,
      names: await namesIn(
        tx,
        names,
        data.flatMap((entry) => entry.changes),
      ),
    },
  };
}

/** Only what the contact's history has. */
export async function timelineFilters(tx: Tx, all: Kinds, contactId: number) {
  await mustReachContact(tx, contactId);
  const kinds = visible(tx, all);
  const ids = await withMerged(tx, contactId);
  const { rows } = await sql<{ actions: string[]; people: Person[] }>`
    with told as (
      select distinct j.action, j.actor_id from contact_changes j
      where j.company_id = ${tx.companyId} and j.contact_id = any(${ids}::bigint[]) and j.action = any(${kinds.flatMap(({ actions }) => actions)}::text[])
    )
    select (select coalesce(array_agg(distinct t.action), '{}') from told t) as actions,
      (select coalesce(json_agg(json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) order by u.first_name, u.last_name, u.id), '[]')
        from users u where u.company_id = ${tx.companyId} and u.id in (select t.actor_id from told t)) as people`.execute(tx.db);
  const { actions = [], people = [] } = rows[0] ?? {};
  const present = kinds.filter((kind) => kind.actions.some((action) => actions.includes(action)));
  return { kinds: present.map(({ name, label }) => ({ name, label })), people };
}

const visible = (tx: Tx, kinds: Kinds) => kinds.filter(({ permission }) => !permission || tx.actor.has(permission));

function olderThan(cursor: string | undefined): RawBuilder<unknown>[] {
  const [at, id] = cursor?.match(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00)~(\d{1,15})$/)?.slice(1) ?? [];
  return at && id ? [sql`(j.at, j.id) < (${at}::timestamptz, ${Number(id)})`] : [];
}

/** The text stands in the note, in a changed value, or in the name of a row that a change points at. */
async function holds(tx: Tx, q: string, names: TimelineKind['names'] = {}): Promise<RawBuilder<unknown>> {
  const like = sql`fold(${`%${escapeLike(q)}%`})`;
  const pointing = await idsNamed(tx, names, like);
  const ids = Object.keys(names); // nobody sees an id, so it is not searched
  const inValues = (image: 'before' | 'after') =>
    sql`exists (select from jsonb_each_text(j.${sql.raw(image)}) e where e.key <> all(${ids}::text[]) and fold(e.value) like ${like}) or j.${sql.raw(image)} @> any(${pointing}::jsonb[])`;
  return sql`(exists (select from contact_notes n where n.company_id = ${tx.companyId} and n.id = j.note_id and fold(n.body) like ${like})
    or ${inValues('before')} or ${inValues('after')})`;
}

/** The contact and those merged into it: their history is told with its own. */
async function withMerged(tx: Tx, contactId: number): Promise<number[]> {
  const ids = [contactId];
  for (let latest = ids; latest.length > 0; ) {
    const { rows } = await sql<{ id: number }>`
      select c.id from contacts c where c.company_id = ${tx.companyId} and c.merged_into = any(${latest}::bigint[])
        and c.merged_into is not null limit 1000`.execute(tx.db);
    latest = rows.map(({ id }) => id);
    ids.push(...latest);
  }
  return ids;
}

const personOf = (user: 'u' | 'i') =>
  sql.raw(
    `case when ${user}.id is not null then json_build_object('id', ${user}.id, 'name', trim(${user}.first_name || ' ' || ${user}.last_name)) end`,
  );

/** `own`: an entry of a contact that was merged into this one has no value for this one. */
const changesOf = (before: ChangeRow['before'], own: boolean, after: ChangeRow['after']): TimelineEntry['changes'] =>
  Object.keys(after ?? {}).map((field) => ({
    field,
    before: before?.[field] ?? null,
    after: after?.[field] ?? null,
    restorable: own && canRestore(field, before),
  }));
