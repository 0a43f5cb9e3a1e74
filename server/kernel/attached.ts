// Rules for rows that belong to a contact or a user. Each area declares them for its own tables; merges,
// purges, hand-overs and exports read them all (allAttached in server/areas.ts).

/** A column that names a contact. */
interface OfContact {
  of: 'contact';
  /** Two contacts become one. `move`: to the one that stays; `combine`: by values, in code of their own; `keep`: under the old id. */
  merge: 'move' | 'combine' | 'keep';
  /** The import or bulk action that made the contact is taken back. `blocks`: somebody has worked on it, so the contact is kept. */
  undo: 'blocks' | 'drop' | 'keep';
  /** The contact is deleted, and comes back. `stays`: its rows were there all along. */
  restore: 'stays' | 'gone';
  /**
   * The contact's data is erased for good. `empty`: the row stays; columns that say something of the person
   * get their default.
   */
  purge: 'drop' | 'keep' | { empty: string[] };
  /** Whether what the office knows of the person includes it. */
  export: boolean;
}

/** A column that names a user. */
interface OfUser {
  of: 'user';
  /** The user leaves, and a colleague takes over. `move`: to the colleague; `keep`: it is history; `drop`: it was the user's alone. */
  handOver: 'move' | 'keep' | 'drop';
  /** A boolean column: rows where it is true stay with the user. */
  exceptFor?: string;
  /** Boolean columns that say which one the user chose: false when it moves, as the colleague has chosen too. */
  choices?: string[];
  /** The user's data is erased. `anonymize`: the id stays, without a name. */
  purge: 'drop' | 'anonymize';
  /** Whether an export of the user's own data includes it. */
  export: boolean;
}

export type Attached = { table: string; column: string } & (OfContact | OfUser);

type Rest<T> = Omit<T, 'of'>;

/** `ofContact('contact_notes', 'contact_id', { merge: 'move', … })` */
export const ofContact = (table: string, column: string, policy: Rest<OfContact>): Attached => ({
  table,
  column,
  of: 'contact',
  ...policy,
});

export const ofUser = (table: string, column: string, policy: Rest<OfUser>): Attached => ({
  table,
  column,
  of: 'user',
  ...policy,
});

/** Columns that name who did something: that stays true when the user has left. */
export const doneBy = (table: string, ...columns: string[]): Attached[] =>
  columns.map((column) => ofUser(table, column, { handOver: 'keep', purge: 'anonymize', export: false }));

/** Rows that give one user access: no colleague takes them over. */
export const accessOf = (table: string, column = 'user_id'): Attached =>
  ofUser(table, column, { handOver: 'drop', purge: 'drop', export: false });
