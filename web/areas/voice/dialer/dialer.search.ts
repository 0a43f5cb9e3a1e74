// The search parameters of the list of calls; wrong values count as absent.
import { flag, oneOf, ordinal, written } from '#app/parsers.ts';
import { type CallDirection, type CallOutcome, callDirections, callOutcomes } from '#contract/callLists.ts';

export interface CallSearch {
  q: string;
  user: number | null;
  /** Of the user. */
  name: string;
  direction: CallDirection | null;
  outcome: CallOutcome | null;
  recorded: boolean;
  page: number;
}
export type CallAddress = Partial<CallSearch>;

export const readCallSearch = (said: CallAddress): CallSearch => ({
  q: written(30)(said.q) ?? '',
  user: ordinal(said.user) ?? null,
  name: written(200)(said.name) ?? '',
  direction: oneOf(callDirections)(said.direction) ?? null,
  outcome: oneOf(callOutcomes)(said.outcome) ?? null,
  recorded: flag(said.recorded) ?? false,
  page: ordinal(said.page) ?? 1,
});

/** The other way, without what is so anyway. */
export const addressOfCalls = ({ page, ...rest }: CallSearch): CallAddress => ({
  ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value)) as CallAddress),
  ...(page > 1 && { page }),
});
