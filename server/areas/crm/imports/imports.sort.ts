// Sorts a chunk's rows: rejected, skipped, a new contact, or an update. Pure, so that the preview equals the run.
import type { ImportForm } from '#contract/imports.ts';
import type { ImportedContact } from './imports.contact.ts';
import type { KnownRow, NumberedRow } from './imports.match.ts';

export interface Sorted {
  creates: NumberedRow[];
  /** Existing contacts and what the file says of them. */
  updates: { id: number; values: ImportedContact }[];
  /** Existing contacts that some row matched: they get the tags meant for them. */
  matched: number[];
  skipped: number;
  /** Rows that changed a contact, whether an existing one or one that an earlier row of the chunk makes. */
  updated: number;
  outcomes: Map<number, 'create' | 'update' | 'skip'>;
}

export function sortRows(rows: KnownRow[], matches: Map<number, number>, { rule }: ImportForm['scrub_against']): Sorted {
  const sorted: Sorted = { creates: [], updates: [], matched: [], skipped: 0, updated: 0, outcomes: new Map() };
  if (rule === 'create') {
    for (const row of rows) sorted.outcomes.set(row.line, 'create');
    return { ...sorted, creates: rows };
  }
  const seen = new Map<string, { values: ImportedContact }>(); // by key: what an earlier row of this chunk became
  const updates = new Map<number, { id: number; values: ImportedContact }>();
  const matched = new Set<number>();
  for (const row of rows) {
    const id = matches.get(row.line);
    const { keys } = row;
    const earlier = (id !== undefined ? updates.get(id) : undefined) ?? keys.map((key) => seen.get(key)).find(Boolean);
    let became: { values: ImportedContact };
    if (id !== undefined) matched.add(id);
    if (rule === 'skip' && (id !== undefined || earlier)) {
      became = earlier ?? row;
      sorted.skipped++;
      sorted.outcomes.set(row.line, 'skip');
    } else if (earlier) {
      earlier.values = mergeValues(earlier.values, row.values);
      became = earlier;
      sorted.updated++;
      sorted.outcomes.set(row.line, 'update');
    } else if (id !== undefined) {
      const update = { id, values: row.values };
      updates.set(id, update);
      became = update;
      sorted.updated++;
      sorted.outcomes.set(row.line, 'update');
    } else {
      const create = { ...row };
      sorted.creates.push(create);
      became = create;
      sorted.outcomes.set(row.line, 'create');
    }
    for (const key of keys) if (!seen.has(key)) seen.set(key, became);
  }
  return { ...sorted, updates: [...updates.values()], matched: [...matched] };
}

/** Adds a later row of the same person: it fills and overrides, it never empties; wishes not to be contacted stay. */
function mergeValues(before: ImportedContact, after: ImportedContact): ImportedContact {
  const said = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== '' && value !== null && value !== false));
  return {
    ...before,
    ...said,
    phones: unique([...before.phones, ...after.phones], (phone) => phone.number),
    emails: unique([...before.emails, ...after.emails], (email) => email.address.toLowerCase()),
    tags: [...new Set([...before.tags, ...after.tags])],
    custom: unique([...after.custom, ...before.custom], (value) => value.id),
    note: [before.note, after.note].filter(Boolean).join('\n'),
  };
}

const unique = <T>(items: T[], key: (item: T) => unknown): T[] =>
  [...new Map(items.toReversed().map((item) => [key(item), item])).values()].toReversed();
