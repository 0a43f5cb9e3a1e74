// How an area tells its entries of a contact's timeline. A type only: the list of tellers stands in contacts.tellers.ts, which the contact's page loads.
import type { Icon } from '@tabler/icons-react';
import type { TimelineEntry } from '#contract/contactHistory.ts';

/** The name behind the id in a field: `nameOf('status_id', 3)`. Undefined if it is gone, or out of reach. */
export type NameOf = (field: string, id: number) => string | undefined;

export interface Telling {
  /** Follows the actor's name: “changed status from New to Quoted”. */
  summary: string;
  /** “Status: New → Quoted”, where the summary does not say it all. */
  lines: string[];
  /** The id of the mail with the whole text. */
  mail?: number;
}

export type Told = Pick<TimelineEntry, 'action' | 'changes' | 'actor'> & Partial<Pick<TimelineEntry, 'merge'>>;

export interface Teller {
  /** The kind of its entries, as the server's area names it (`timelineKind`). */
  kind: string;
  icon: Icon;
  tell(entry: Told, nameOf: NameOf): Telling;
}
