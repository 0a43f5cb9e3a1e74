// A contact's timeline: the journal read backwards, a page at a time.
import { sql } from 'kysely';
import type { TimelineEntry } from '#contract/contactHistory.ts';
import { unmergeDays } from '#contract/contactMerges.ts';
import type { Tx } from '#kernel/context.ts';
import { canRestore } from './contacts.restoreValue.ts';
import { mustReachContact } from './contacts.service.ts';
import { namesIn } from './contacts.timelineNames.ts';

const pageSize = 30;

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
  note: TimelineEntry['note'];
  merge: TimelineEntry['merge'];
}

export async function listTimeline(tx: Tx, contactId: number, cursor: string | undefined) {
  await mustReachContact(tx, contactId);
  const ids = await withMerged(tx, contactId);
  const [at, id] = cursor?.match(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00)~(\d{1,15})$/)?.slice(1) ?? [];
  const older = at && id ? sql`and (j.at, j.id) < (${at}::timestamptz, ${Number(id)})` : sql``;
  const { rows } = await sql<ChangeRow>`
    select j.id, j.contact_id, j.at, j.at::text as exact_at, j.action, j.before, j.after, j.import_id,
      ${personOf('u')} as actor, ${personOf('i')} as impersonator,
      case when n.id is not null then json_build_object('id', n.id, 'body', n.body) end as note,
      case when m.id is not null and j.action = 'merged' then json_build_object('id', m.id, 'can_undo',
        ${tx.actor.has('contacts.bulk')} and m.survivor_id = ${contactId} and m.undone_at is null
          and m.created_at > now() - make_interval(days => ${unmergeDays}),
        'contacts', (select coalesce(json_agg(json_build_object('id', c.id, 'name', trim(c.first_name || ' ' || c.last_name)) order by c.id), '[]')
          from contacts c where c.company_id = ${tx.companyId} and c.id = any(m.merged_ids))) end as merge
    from contact_changes j
    left join users u on u.company_id = ${tx.companyId} and u.id = j.actor_id
    left join users i on i.company_id = ${tx.companyId} and i.id = j.impersonator_id
    left join contact_notes n on n.company_id = ${tx.companyId} and n.id = j.note_id
    left join contact_merges m on m.company_id = ${tx.companyId} and m.id = j.merge_id
    where j.company_id = ${tx.companyId} and j.contact_id = any(${ids}::bigint[]) and j.action <> 'merged_away' ${older}
    order by j.at desc, j.id desc limit ${pageSize + 1}`.execute(tx.db);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  const data = page.map(({ exact_at, contact_id, before, after, ...entry }) => ({
    ...entry,
    changes: changesOf(before, contact_id === contactId, after),
  }));
  const names = await namesIn(
    tx,
    data.flatMap((entry) => entry.changes),
  );
  return { data, meta: { next_cursor: rows.length > pageSize && last ? `${last.exact_at}~${last.id}` : null, names } };
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
