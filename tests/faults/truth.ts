// Checks of the database afterwards: each lists violations, however often processes were killed.
import type { Ledger } from './ledger.ts';
import type { Product } from './product.ts';

export async function findLies({ look }: Pick<Product, 'look'>, ledger: Ledger): Promise<string[]> {
  return (
    await Promise.all([
      editsLost(look, ledger),
      contactsLost(look, ledger),
      notesLost(look, ledger),
      importsWrong(look, ledger),
      taggingsWrong(look, ledger),
      leftBehind(look),
    ])
  ).flat();
}

type Look = Product['look'];

/** Every acknowledged value is in the journal once, in order; none twice; versions equal the number of journal rows. */
async function editsLost(look: Look, { edits }: Ledger): Promise<string[]> {
  const rows = await look<{ id: number; version: number; occupation: string; changes: string[]; lines: number }>(
    `select c.id::int, c.version, c.occupation, count(j.*)::int as lines,
       coalesce(array_agg(j.after->>'occupation' order by j.id) filter (where j.after ? 'occupation'), '{}') as changes
     from contacts c left join contact_changes j on j.company_id = c.company_id and j.contact_id = c.id and j.action <> 'created'
     where c.id = any($1) group by c.company_id, c.id`,
    [[...edits.keys()]],
  );
  return [...edits].flatMap(([id, values]) => {
    const row = rows.find((each) => each.id === id);
    if (!row) return [`contact ${id} is gone`];
    const { version, occupation, changes, lines } = row;
    const kept = changes.filter((change) => values.includes(change));
    return [
      ...(kept.join() === values.join() ? [] : [`contact ${id}: ${values.length} edits acknowledged, ${kept.length} journaled`]),
      ...(new Set(changes).size === changes.length ? [] : [`contact ${id}: an edit was done twice`]),
      ...(version === lines + 1 ? [] : [`contact ${id}: version ${version} after ${lines} changes`]),
      ...(occupation === (changes.at(-1) ?? '') ? [] : [`contact ${id} shows ${occupation} after ${changes.at(-1)}`]),
    ];
  });
}

/** Records answered with 201 exist; unanswered ones exist at most once; each has one journal row. */
async function contactsLost(look: Look, { contacts }: Ledger): Promise<string[]> {
  const rows = await look<{ name: string; ids: number[]; lines: number }>(
    `select c.last_name as name, array_agg(distinct c.id::int) as ids, count(j.*)::int as lines
     from contacts c left join contact_changes j on j.company_id = c.company_id and j.contact_id = c.id and j.action = 'created'
     where c.last_name = any($1) group by c.last_name`,
    [[...contacts.keys()]],
  );
  return lostOrDoubled('contact', contacts, rows);
}

async function notesLost(look: Look, { notes }: Ledger): Promise<string[]> {
  const rows = await look<{ name: string; ids: number[]; lines: number }>(
    `select n.body as name, array_agg(distinct n.id::int) as ids, count(j.*)::int as lines
     from contact_notes n left join contact_changes j on j.company_id = n.company_id and j.note_id = n.id
     where n.body = any($1) group by n.body`,
    [[...notes.keys()]],
  );
  return lostOrDoubled('note', notes, rows);
}

function lostOrDoubled(
  kind: string,
  wanted: Map<string, number | null>,
  rows: { name: string; ids: number[]; lines: number }[],
): string[] {
  const stored = new Map(rows.map((row) => [row.name, row]));
  return [...wanted].flatMap(([name, id]) => {
    const { ids = [], lines = 0 } = stored.get(name) ?? {};
    return [
      ...(id === null || ids.includes(id) ? [] : [`${kind} ${name} was acknowledged and is not there`]),
      ...(ids.length <= 1 ? [] : [`${kind} ${name} is there ${ids.length} times`]),
      ...(lines === ids.length ? [] : [`${kind} ${name} has ${lines} lines in the journal`]),
    ];
  });
}

/** Each row of a file is one contact, and counts and journal agree. An unacknowledged file may be missing. */
async function importsWrong(look: Look, { imports }: Ledger): Promise<string[]> {
  const rows = await look<
    Record<'id' | 'created' | 'others' | 'contacts' | 'lines' | 'journal', number> & { name: string; status: string }
  >(
    `select a.id::int, a.file_name as name, a.status, a.created, a.updated + a.skipped + a.rejected as others, k.*, j.*
     from import_attempts a
     cross join lateral (select count(*)::int as contacts, count(distinct c.import_line)::int as lines
       from contacts c where c.company_id = a.company_id and c.import_id = a.id) k
     cross join lateral (select count(*)::int as journal from contact_changes j
       where j.company_id = a.company_id and j.import_id = a.id and j.action = 'imported') j`,
  );
  const known = new Set([...imports.values()].map(({ id }) => id));
  const missing = [...imports].filter(([, { id }]) => id !== null && !rows.some((row) => row.id === id));
  return [
    ...missing.map(([name]) => `the import of ${name} was acknowledged and is not there`),
    ...rows.flatMap(({ id, name, status, created, others, contacts, lines, journal }) => {
      const wanted = imports.get(name)?.rows;
      if (status === 'draft' && !known.has(id)) return [];
      if (status !== 'complete') return [`the import of ${name} is ${status}`];
      const right = [created, contacts, lines, journal].every((count) => count === wanted) && others === 0;
      return right
        ? []
        : [
            `the import of ${name}: ${wanted} rows, ${created} created and ${others} other, ${contacts} contacts of ${lines} lines, ${journal} journaled`,
          ];
    }),
  ];
}

/** Every bulk action ended; its count equals its journal rows and the contacts with its tag. */
async function taggingsWrong(look: Look, { taggings }: Ledger): Promise<string[]> {
  const rows = await look<Record<'id' | 'tag' | 'total' | 'done' | 'changed' | 'lines' | 'tagged', number> & { status: string }>(
    `select b.id::int, (b.input->'add'->>0)::int as tag, b.status, b.total, b.done, b.changed,
       (select count(*)::int from contact_changes j where j.company_id = b.company_id and j.bulk_action_id = b.id) as lines,
       (select count(*)::int from contacts c where c.company_id = b.company_id and c.tags @> array[(b.input->'add'->>0)::bigint]) as tagged
     from bulk_actions b`,
  );
  const tags = await look<{ id: number }>('select id::int from tags');
  return [
    ...[...taggings].flatMap(([name, { tag, action }]) => [
      ...(tags.some(({ id }) => id === tag) ? [] : [`the tag ${name} was acknowledged and is not there`]),
      ...(action === null || rows.some(({ id }) => id === action) ? [] : [`${name} was acknowledged and is not there`]),
    ]),
    ...rows.flatMap(({ id, status, total, done, changed, lines, tagged }) =>
      status === 'complete' && [done, changed, lines, tagged].every((count) => count === total)
        ? []
        : [`tagging ${id} is ${status}: ${total} chosen, ${done} done, ${changed} changed, ${lines} journaled, ${tagged} tagged`],
    ),
  ];
}

/** Nothing waits that no process will do. */
async function leftBehind(look: Look): Promise<string[]> {
  const [left] = await look<{ outbox: number; jobs: number }>(
    `select (select count(*)::int from outbox) as outbox,
       (select count(*)::int from graphile_worker.jobs) as jobs`,
  );
  return left && left.outbox + left.jobs > 0 ? [`${left.outbox} rows in the outbox, ${left.jobs} jobs in the queue`] : [];
}
