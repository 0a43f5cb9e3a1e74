// What was asked of Steward while it was being killed, and what it acknowledged. Null: nobody knows.

export interface Ledger {
  /** Values that a contact was given one after another, by its id. */
  edits: Map<number, string[]>;
  /** Ids by last name. */
  contacts: Map<string, number | null>;
  /** Ids by text. */
  notes: Map<string, number | null>;
  /** By the file's name. */
  imports: Map<string, { rows: number; id: number | null }>;
  /** Group taggings by the tag that each puts on alone. */
  taggings: Map<string, { tag: number; action: number | null }>;
  /** Sessions begun. */
  cookies: string[];
}

export const aLedger = (): Ledger => ({
  edits: new Map(),
  contacts: new Map(),
  notes: new Map(),
  imports: new Map(),
  taggings: new Map(),
  cookies: [],
});

/** How much of each was acknowledged. */
export const countOf = ({ edits, contacts, notes, imports, taggings, cookies }: Ledger) => ({
  edits: [...edits.values()].reduce((sum, values) => sum + values.length, 0),
  contacts: known(contacts.values()),
  notes: known(notes.values()),
  imports: known([...imports.values()].map(({ id }) => id)),
  rows: [...imports.values()].reduce((sum, { rows, id }) => sum + (id === null ? 0 : rows), 0),
  taggings: known([...taggings.values()].map(({ action }) => action)),
  signIns: cookies.length,
});

const known = (ids: Iterable<number | null>) => [...ids].filter((id) => id !== null).length;
