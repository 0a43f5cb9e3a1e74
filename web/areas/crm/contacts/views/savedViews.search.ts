// Resolves an address with a saved view: `?view=12` shows the view as it is saved; after a change, the address
// says all of it.
import type { SavedView } from '#contract/savedViews.ts';
import { type ContactSearch, contactSearchOf } from '../filters/contacts.scope.ts';

export const searchOfView = (view: SavedView): ContactSearch => ({
  ...contactSearchOf(view.scope),
  layout: view.layout,
  columns: view.columns.length > 0 ? view.columns : null,
  view: view.id,
  changed: null,
});

/** A view that is not there shows what else the address says. */
export function shownBy(said: ContactSearch, views: readonly SavedView[] | undefined): ContactSearch {
  const view = said.changed === null ? views?.find(({ id }) => id === said.view) : undefined;
  return view ? searchOfView(view) : said;
}
