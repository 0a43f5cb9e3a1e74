import { expect, test } from 'vitest';
import { addressOfCalls, readCallSearch } from './dialer.search.ts';

test('an address says what is filtered, and nothing else', () => {
  const search = readCallSearch({ q: 305555 as never, direction: 'inbound', recorded: true, page: 1 });
  expect(search).toMatchObject({ q: '305555', direction: 'inbound', outcome: null, recorded: true, page: 1 });
  expect(addressOfCalls(search)).toEqual({ q: '305555', direction: 'inbound', recorded: true });
  expect(readCallSearch(addressOfCalls({ ...search, page: 3, user: 7, name: 'Ana' }))).toEqual({
    ...search,
    page: 3,
    user: 7,
    name: 'Ana',
  });
});

test.each([{ direction: 'sideways' }, { outcome: 7 }, { page: -1 }, { user: 'x' }, { recorded: 'yes' }])(
  '%j counts as absent',
  (said) => expect(readCallSearch(said as never)).toEqual(readCallSearch({})),
);
