// The real changes of an edit, as columns to write and as images for the journal.
import { isDeepStrictEqual } from 'node:util';
import type { Updateable } from 'kysely';
import { sealedValue } from '#contract/contactLabels.ts';
import type { Contacts } from '#kernel/db/database.generated.ts';

const lists = new Set(['phones', 'emails', 'consent']);

interface Changes {
  changed: Updateable<Contacts>;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** `columns` may hold jsonb as text; `stored` holds it parsed. */
export function changesBetween(stored: Record<string, unknown>, columns: Record<string, unknown>): Changes {
  const changed: Record<string, unknown> = {};
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(columns)) {
    if (column === 'medicare_number_blind') continue; // goes with the sealed number
    const next = lists.has(column) && typeof value === 'string' ? JSON.parse(value) : value;
    if (column === 'medicare_number_sealed') {
      if (isDeepStrictEqual(stored.medicare_number_blind, columns.medicare_number_blind)) continue;
      Object.assign(changed, { medicare_number_sealed: value, medicare_number_blind: columns.medicare_number_blind });
      before.medicare_number = stored[column] === null ? null : sealedValue;
      after.medicare_number = value === null ? null : sealedValue;
    } else if (!isDeepStrictEqual(stored[column], next)) {
      changed[column] = value;
      before[column] = stored[column];
      after[column] = next;
    }
  }
  return { changed: changed as Updateable<Contacts>, before, after };
}
