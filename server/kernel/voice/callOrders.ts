// Orders that a user may give to a call, by its state.
import { finish, legEnded } from './callMoves.ts';
import { type Act, askedOf, type CallLeg, type CallState, hangUp, isTalker } from './callState.ts';
import { ask, endAsking, hold, passOn, pause, record, takeBack, transfer } from './callTalk.ts';
import { type CallOrder, CallUnreachable } from './voice.ts';

/** Without those that ask the book of calls first: `transfer` and `consult` have the colleague's leg in the call. */
export type Order = Exclude<CallOrder, { order: 'watch' }>;

/** Throws CallUnreachable where it makes no sense now. */
export function obey(call: CallState, mine: CallLeg, order: Order): Act[] {
  mustAllow(call, mine, order);
  const asked = askedOf(call);
  switch (order.order) {
    case 'hang_up':
      return hangUpMine(call, mine);
    case 'announce':
      return [{ act: 'announce' }];
    case 'record':
      return record(call, mine);
    case 'pause':
      return pause(call, mine);
    case 'hold':
      return hold(call, mine, order.on ? 'hold' : null);
    case 'transfer':
      return transfer(call, mine);
    case 'consult':
      return ask(call, mine);
    case 'complete':
      return asked ? passOn(call, mine, asked, 'leaves') : [];
    case 'take_back':
      return asked ? takeBack(call, asked) : endAsking(call);
  }
}

/** While a user asks a colleague, only that user's `complete` and `take_back` are allowed, beside `hang_up`. */
export function mustAllow(call: CallState, mine: CallLeg, { order }: Order): void {
  const isOpen = call.state !== 'ended' && mine.state !== 'ended';
  if (isOpen && order === 'hang_up') return;
  const isAsking = call.asking !== null && call.asking === mine.sid;
  const isFree = call.state === 'talking' && mine.sid !== null && isTalker(mine) && call.asking === null;
  if (!isOpen || !(order === 'complete' || order === 'take_back' ? isAsking : isFree)) throw new CallUnreachable();
}

/** The call ends with one of its two sides, unless they ask a colleague; with others it goes on. */
function hangUpMine(call: CallState, mine: CallLeg): Act[] {
  const asked = askedOf(call);
  if (asked && mine.sid !== null && mine.sid === call.asking) return passOn(call, mine, asked, 'leaves');
  if (isTalker(mine) && call.state !== 'message') return finish(call, 'cancelled');
  return [...hangUp(mine), ...legEnded(call, mine.label, 'declined')];
}
