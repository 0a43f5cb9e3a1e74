import { expect, test } from 'vitest';
import type { BoardAgent } from '#contract/callCentre.ts';
import type { PhoneState } from '#contract/callLists.ts';
import { addressOfBoard, nextOrder, peopleOf, readBoardSearch } from './callCentre.search.ts';

const agent = (id: number, name: string, state: PhoneState, talked = 0): BoardAgent => ({
  ...{ user: { id, name }, state, since: null, call: null, watchers: [], answered: 0, missed: 0, made: 0, talked },
});
const agents = [
  agent(1, 'Zoe Adams', 'offline'),
  agent(2, 'Ben Carter', 'on_call', 60),
  agent(3, 'Ana Ruiz', 'available', 600),
  agent(4, 'Al Beck', 'on_call'),
];
const names = (said: Parameters<typeof readBoardSearch>[0]) =>
  peopleOf(agents, readBoardSearch(said)).map(({ user }) => user.name);

test('who talks stands first, who is away last, and people of one state by name', () => {
  expect(names({})).toEqual(['Al Beck', 'Ben Carter', 'Ana Ruiz', 'Zoe Adams']);
  expect(names({ order_field: 'talked', order: 'DESC' })).toEqual(['Ana Ruiz', 'Ben Carter', 'Al Beck', 'Zoe Adams']);
});

test('people are found by words of their names, and by their state', () => {
  expect(names({ q: 'be' })).toEqual(['Al Beck', 'Ben Carter']);
  expect(names({ q: 'CAR ben' })).toEqual(['Ben Carter']);
  expect(names({ state: 'available' })).toEqual(['Ana Ruiz']);
});

test('an odd address is the usual board, and its address is short', () => {
  const odd = { q: 7, state: 'asleep', order_field: 'user', order: 'up' } as never;
  expect(readBoardSearch(odd)).toEqual({ q: '7', state: null, order_field: 'state', order: 'ASC' });
  expect(addressOfBoard(readBoardSearch({}))).toEqual({});
});

test('the same column again turns the order round; counts begin with the highest', () => {
  const first = readBoardSearch({});
  expect(nextOrder(first, 'missed')).toEqual({ order_field: 'missed', order: 'DESC' });
  expect(nextOrder(first, 'state')).toEqual({ order_field: 'state', order: 'DESC' });
});
