// A contact's timeline: the journal read backwards, a page at a time.
import { sql } from 'kysely';
import type { TimelineEntry } from '#contract/contactHistory.ts';
import type { Tx } from '#kernel/context.ts';
import { canRestore } from './contacts.restoreValue.ts';
import { mustReachContact } from './contacts.service.ts';
import { namesIn } from './contacts.timelineNames.ts';

const pageSize = 30;

interface ChangeRow {
  id: number;
  at: string;
  exact_at: string;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  import_id: number | null;
  actor: TimelineEntry['actor'];
  impersonator: TimelineEntry['impersonator'];
  note: TimelineEntry['note'];
}

export async function listTimeline(tx: Tx, contactId: number, cursor: string | undefined) {
  await mustReachContact(tx, contactId);
  const [at, id] = cursor?.match(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00)~(\d{1,15})$/)?.slice(1) ?? [];
  const older = at && id ? sql`and (j.at, j.id) < (${at}::timestamptz, ${Number(id)})` : sql``;
  const { rows } = await sql<ChangeRow>`
    select j.id, j.at, j.at::text as exact_at, j.action, j.before, j.after, j.import_id,
      ${personOf('u')} as actor, ${personOf('i')} as impersonator,
      case when n.id is not null then json_build_object('id', n.id, 'body', n.body) end as note
    from contact_changes j
    left join users u on u.company_id = ${tx.companyId} and u.id = j.actor_id
    left join users i on i.company_id = ${tx.companyId} and i.id = j.impersonator_id
    left join contact_notes n on n.company_id = ${tx.companyId} and n.id = j.note_id
    where j.company_id = ${tx.companyId} and j.contact_id = ${contactId} ${older}
    order by j.at desc, j.id desc limit ${pageSize + 1}`.execute(tx.db);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  const data = page.map(({ exact_at, before, after, ...entry }) => ({ ...entry, changes: changesOf(before, after) }));
  const names = await namesIn(
    tx,
    data.flatMap((entry) => entry.changes),
  );
  return { data, meta: { next_cursor: rows.length > pageSize && last ? `${last.exact_at}~${last.id}` : null, names } };
}

const personOf = (user: 'u' | 'i') =>
  sql.raw(
    `case when ${user}.id is not null then json_build_object('id', ${user}.id, 'name', trim(${user}.first_name || ' ' || ${user}.last_name)) end`,
  );

const changesOf = (before: ChangeRow['before'], after: ChangeRow['after']): TimelineEntry['changes'] =>
  Object.keys(after ?? {}).map((field) => ({
    field,
    before: before?.[field] ?? null,
    after: after?.[field] ?? null,
    restorable: canRestore(field, before),
  }));
