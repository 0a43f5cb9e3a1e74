// Which contacts are selected: some ids, or all in view, or the first or last n, with exceptions.
import { type ContactsScopeInput, maxIds } from '#contract/contactsScope.ts';

export type Selection =
  | { mode: 'ids'; ids: ReadonlySet<number> }
  | { mode: 'all'; except: ReadonlySet<number> }
  | { mode: 'first' | 'last'; n: number; except: ReadonlySet<number> };

export const nothing: Selection = { mode: 'ids', ids: new Set() };
export const everything: Selection = { mode: 'all', except: new Set() };

/** `total`: the exact number of rows in view, if known; the list can show the last n only then. */
export function isSelected(selection: Selection, id: number, index: number, total?: number): boolean {
  switch (selection.mode) {
    case 'ids':
      return selection.ids.has(id);
    case 'all':
      return !selection.except.has(id);
    case 'first':
      return index < selection.n && !selection.except.has(id);
    case 'last':
      return total !== undefined && index >= total - selection.n && !selection.except.has(id);
  }
}

/** Selects or clears the rows of a range together: selects all if any was clear. */
export function toggle(
  selection: Selection,
  rows: readonly { id: number; index: number }[],
  on: boolean,
  total?: number,
): Selection {
  if (selection.mode === 'ids') return { mode: 'ids', ids: changed(selection.ids, rows, on) };
  // A row outside the first n stays clear.
  const inside = rows.filter(({ id, index }) => selection.except.has(id) || isSelected(selection, id, index, total));
  return { ...selection, except: changed(selection.except, inside, !on) };
}

export const isNothing = (selection: Selection) =>
  selection.mode === 'ids' ? selection.ids.size === 0 : selection.mode !== 'all' && selection.n === 0;

/** How many of an exact `total` are selected. */
export function countOf(selection: Selection, total: number): number {
  if (selection.mode === 'ids') return selection.ids.size;
  const within = selection.mode === 'all' ? total : Math.min(selection.n, total);
  return Math.max(0, within - selection.except.size);
}

/** Whether `countOf` needs the exact total. */
export const needsTotal = (selection: Selection) => selection.mode !== 'ids';

/** Whether more contacts are ticked, or left out, one by one than an action takes. */
export const isTooLong = (selection: Selection) => (selection.mode === 'ids' ? selection.ids : selection.except).size > maxIds;

/** As bulk actions take it. */
export function toContract(selection: Selection, contacts_scope: ContactsScopeInput) {
  if (selection.mode === 'ids') return { ids: [...selection.ids], contacts_scope };
  const some = selection.mode !== 'all' && { select_n: selection.n, type: selection.mode };
  return { all: true, except_ids: [...selection.except], contacts_scope: { ...contacts_scope, ...some } };
}

/** "all in view but 3", "the first 50". */
export function wordsOf(selection: Selection): string {
  if (selection.mode === 'ids') return '';
  const but = selection.except.size > 0 ? ` but ${selection.except.size.toLocaleString('en-US')}` : '';
  return selection.mode === 'all' ? `all in view${but}` : `the ${selection.mode} ${selection.n.toLocaleString('en-US')}${but}`;
}

function changed(set: ReadonlySet<number>, rows: readonly { id: number }[], add: boolean): ReadonlySet<number> {
  const next = new Set(set);
  for (const { id } of rows) add ? next.add(id) : next.delete(id);
  return next;
}
