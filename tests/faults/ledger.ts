// A record of the requests to Steward while processes were killed, and of its answers. Null: unknown.

export interface Ledger {
  /** Values given to a contact one after another, by its id. */
  edits: Map<number, string[]>;
  /** Ids by last name. */
  contacts: Map<string, number | null>;
  /** Ids by text. */
  notes: Map<string, number | null>;
  /** By the file's name. */
  imports: Map<string, { rows: number; id: number | null }>;
  /** Bulk tags by the tag that only each of them adds. */
  taggings: Map<string, { tag: number; action: number | null }>;
  /** Sessions started. */
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

/** How many of each were acknowledged. */
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
