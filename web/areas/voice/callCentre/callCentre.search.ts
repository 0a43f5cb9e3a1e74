// The search parameters of the board, and the people that it then shows, in order.
import { oneOf, written } from '#app/parsers.ts';
import type { BoardAgent } from '#contract/callCentre.ts';
import { type PhoneState, phoneStates } from '#contract/callLists.ts';

export const boardOrders = ['name', 'state', 'answered', 'missed', 'made', 'talked'] as const;
export type BoardOrder = (typeof boardOrders)[number];

export interface BoardSearch {
  q: string;
  state: PhoneState | null;
  order_field: BoardOrder;
  order: 'ASC' | 'DESC';
}
export type BoardAddress = Partial<BoardSearch>;

const usual = { order_field: 'state', order: 'ASC' } as const;

export const readBoardSearch = (said: BoardAddress): BoardSearch => ({
  q: written(100)(said.q) ?? '',
  state: oneOf(phoneStates)(said.state) ?? null,
  order_field: oneOf(boardOrders)(said.order_field) ?? usual.order_field,
  order: oneOf(['ASC', 'DESC'])(said.order) ?? usual.order,
});

/** The other way, without what is so anyway. */
export const addressOfBoard = ({ q, state, order_field, order }: BoardSearch): BoardAddress => ({
  ...(q && { q }),
  ...(state && { state }),
  ...((order_field !== usual.order_field || order !== usual.order) && { order_field, order }),
});

/** The same column again turns the order round; counts start with the highest. */
export const nextOrder = (now: BoardSearch, field: BoardOrder): Pick<BoardSearch, 'order_field' | 'order'> => {
  if (now.order_field === field) return { order_field: field, order: now.order === 'ASC' ? 'DESC' : 'ASC' };
  return { order_field: field, order: field === 'name' || field === 'state' ? 'ASC' : 'DESC' };
};

/** People in a call stand first, people who are offline last. */
const rank: Record<PhoneState, number> = { on_call: 0, ringing: 1, available: 2, offline: 3 };

const byName = (one: BoardAgent, other: BoardAgent) =>
  one.user.name.localeCompare(other.user.name) || one.user.id - other.user.id;

export function peopleOf(agents: readonly BoardAgent[], { q, state, order_field, order }: BoardSearch): BoardAgent[] {
  const words = q.trim().toLowerCase().split(/\s+/);
  const shown = agents.filter(
    (agent) => (state === null || agent.state === state) && words.every((word) => agent.user.name.toLowerCase().includes(word)),
  );
  const compare = (one: BoardAgent, other: BoardAgent) => {
    if (order_field === 'name') return byName(one, other);
    if (order_field === 'state') return rank[one.state] - rank[other.state];
    return one[order_field] - other[order_field];
  };
  const sign = order === 'ASC' ? 1 : -1;
  return shown.sort((one, other) => sign * compare(one, other) || byName(one, other));
}
