// The list's address names a saved view; a change of the list makes the view count as changed.
import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from '#app/urls.ts';
import type { SavedView } from '#contract/savedViews.ts';
import { type ContactSearch, contactSearchDefaults, contactSearchOf } from '../filters/contacts.scope.ts';
import { addressOf, addressOfView, differences, withoutGone } from './savedViews.address.ts';
import { searchOfView, shownBy } from './savedViews.search.ts';

const hot = { field: 'tags', operator: 'any_of' as const, value: [3, 4] };
const view = {
  id: 12,
  version: 5,
  scope: { q: 'rosa', search: [hot], order_field: 'created_at', order: 'DESC', limit: 50, page: 1 },
  columns: ['phone', 'tags'],
  layout: 'list',
} as unknown as SavedView;
const views = [view];
const shown = searchOfView(view);

test('an address with a view shows the view as it is saved', () => {
  const said = contactSearchOf(parseSearch('?view=12'));
  expect(said).toEqual(addressOfView(12));
  expect(shownBy(said, views)).toEqual({
    ...contactSearchDefaults,
    q: 'rosa',
    search: [hot],
    order_field: 'created_at',
    order: 'DESC',
    columns: ['phone', 'tags'],
    view: 12,
  });
  expect(shownBy(said, undefined)).toEqual(said);
  expect(shownBy(said, [])).toEqual(said);
});

test('a changed view stands in the address with the version that it is a change of, and comes back from it', () => {
  const changes: [Partial<ContactSearch>, string[]][] = [
    [{ q: '' }, ['search']],
    [{ search: [] }, ['filters']],
    [{ contact_group: 'deleted' }, ['whose contacts']],
    [{ order: 'ASC', columns: ['phone'] }, ['order', 'columns']],
    [{ layout: 'board' }, ['layout']],
  ];
  for (const [change, parts] of changes) {
    const address = addressOf({ ...shown, ...change }, views);
    expect(address).toMatchObject({ view: 12, changed: 5, ...change });
    const said = contactSearchOf(parseSearch(stringifySearch({ ...address })));
    // A colleague saves the view: the change stays what it is, and is of the earlier version.
    const later = [{ ...view, version: 6, columns: ['email'] }];
    expect(shownBy(said, later)).toEqual(address);
    expect(addressOf({ ...said, q: 'tom' }, later).changed).toBe(5);
    expect(differences(address, view)).toEqual(parts);
  }
});

test('a change taken back is no change', () => {
  const changed = addressOf({ ...shown, q: 'tom' }, views);
  expect(addressOf({ ...changed, q: 'rosa' }, views)).toEqual(addressOfView(12));
});

test('without a view, or with one that is gone, the address says what it shows', () => {
  const search = { ...contactSearchDefaults, q: 'rosa' };
  expect(addressOf(search, views)).toEqual(search);
  expect(addressOf({ ...search, view: 99, changed: 3 }, views)).toEqual(search);
  expect(addressOf({ ...search, view: 99, changed: 3 }, undefined)).toMatchObject({ view: 99, changed: 3 });
});

test('what no longer exists is taken out of the filters', () => {
  const custom = { field: 'custom:7', operator: 'is' as const, value: 'x' };
  const status = { field: 'status', operator: 'none_of' as const, value: [9] };
  const search = { ...contactSearchDefaults, search: [hot, custom, status], category: 2, pool_id: 6 };
  const gone = [
    { field: 'tags', id: 3 },
    { field: 'custom:7', id: 7 },
    { field: 'status', id: 9 },
    { field: 'category', id: 2 },
  ];
  expect(withoutGone(search, gone)).toEqual({ search: [{ ...hot, value: [4] }], category: null });
});
