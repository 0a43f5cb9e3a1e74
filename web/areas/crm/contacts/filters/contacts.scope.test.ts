import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from '#app/urls.ts';
import { contactGroups, contactOrders, filterFields } from '#contract/contactsScope.ts';
import { contactSearchDefaults, contactSearchOf, isNarrowed } from './contacts.scope.ts';

const throughUrl = (search: object) => contactSearchOf(parseSearch(stringifySearch({ ...search })));

test('whatever the list shows comes back from its URL', () => {
  const id = fc.integer({ min: 1, max: 1_000_000 });
  const search = fc.record({
    q: fc.string({ maxLength: 40 }).map((text) => text.trim()),
    search: fc.array(
      fc.record({
        field: fc.constantFrom(...Object.keys(filterFields), 'custom:12'),
        operator: fc.constantFrom('is' as const, 'any_of' as const, 'between' as const, 'is_empty' as const),
        value: fc.oneof(
          fc.constant(null),
          fc.string({ maxLength: 20 }),
          fc.boolean(),
          id,
          fc.array(fc.oneof(id, fc.string({ maxLength: 9 }))),
        ),
      }),
      { maxLength: 4 },
    ),
    contact_group: fc.constantFrom(...contactGroups),
    category: fc.oneof(fc.constant(null), id),
    pool_id: fc.oneof(fc.constant('mine' as const), fc.constant('all' as const), id),
    downline_user_id: fc.oneof(fc.constant(null), id),
    all_downline: fc.boolean(),
    order_field: fc.constantFrom(...contactOrders),
    order: fc.constantFrom('ASC' as const, 'DESC' as const),
    layout: fc.constantFrom('list' as const, 'board' as const),
    view: fc.oneof(fc.constant(null), id),
    changed: fc.oneof(fc.constant(null), id),
    columns: fc.oneof(fc.constant(null), fc.array(fc.constantFrom('phone', 'tags', 'owner'))),
  });
  fc.assert(
    fc.property(search, (given) => {
      expect(throughUrl(given)).toEqual(given);
    }),
  );
});

test('the screen pop’s URL, typed by hand: a number as text, an empty category', () => {
  const search = contactSearchOf(parseSearch('?q=3055550142&contact_group=all_agents&category='));
  expect(search).toEqual({ ...contactSearchDefaults, q: '3055550142', contact_group: 'all_agents' });
  expect(stringifySearch({ q: '3055550142' })).toBe('?q=3055550142');
});

test('what a URL says wrongly counts as not said', () => {
  expect(contactSearchOf(parseSearch('?search=nonsense&order=UP&pool_id=-3&downline_user_id=x'))).toEqual(contactSearchDefaults);
});

test('a bookmark of the board still opens it', () => {
  expect(contactSearchOf(parseSearch('?view=board'))).toEqual({ ...contactSearchDefaults, layout: 'board' });
});

test('an order narrows nothing, a pool does', () => {
  expect(isNarrowed({ ...contactSearchDefaults, order: 'DESC' })).toBe(false);
  expect(isNarrowed({ ...contactSearchDefaults, pool_id: 'all' })).toBe(true);
});
