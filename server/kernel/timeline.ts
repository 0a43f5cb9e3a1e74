// Entries of the contacts' timelines. Each area lists the kinds of its entries (`timeline:` in its
// declaration); the area contacts reads them all.
import type { Permission } from '#contract/permissions.ts';

export interface TimelineKind {
  /** As the filter of the timeline sends it. */
  name: string;
  /** On screen: “Policies and securities”. */
  label: string;
  /** The actions in the journal (`journal(tx, { action })`) that are of this kind. An action that no kind lists is not shown. */
  actions: readonly string[];
  /** Needed to see the entries, beside `contacts.read`. */
  permission?: Permission;
  /** Fields of its changes that hold ids: the table, and what a row is called (SQL). `{ form_id: ['capture_forms', 'name'] }` */
  names?: Names;
}

export type Names = Record<string, readonly [table: string, name: string]>;

export const timelineKind = (kind: TimelineKind): TimelineKind => kind;
