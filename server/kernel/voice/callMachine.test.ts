// Any sequence of events, over a carrier that tells at once and once (our own), and over one that tells late,
// twice or never: what a call keeps to.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish, legAnswered, legEnded, legRings, messageEnded, offer, takeMessage } from './callMoves.ts';
import { mustAllow, type Order, obey } from './callOrders.ts';
import { type Act, askedOf, type CallLeg, type CallState, isTalker, type LegEnd } from './callState.ts';
import { announced, recorded } from './callTalk.ts';
import { CallUnreachable } from './voice.ts';

interface Begin {
  kind: 'user calls a number' | 'user calls a user' | 'somebody calls users' | 'somebody waits';
  users: number;
  takesMessages: boolean;
  recordAtOnce: boolean;
}
type Carrier = 'own' | 'late';
interface Event {
  what:
    | 'answer'
    | 'end'
    | 'ring'
    | 'order'
    | 'watch'
    | 'offer'
    | 'message'
    | 'message over'
    | 'announced'
    | 'no minutes'
    | 'stop';
  /** Which leg, of those there are. */
  at: number;
  how: LegEnd;
  order: Order['order'];
  on: boolean;
}

const ends = ['gone', 'declined', 'busy', 'no_answer', 'failed'] as const;
const orders = ['announce', 'record', 'pause', 'hang_up', 'hold', 'transfer', 'consult', 'complete', 'take_back'] as const;
const anEvent: fc.Arbitrary<Event> = fc.record({
  what: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('answer' as const, 'order' as const) },
    { weight: 2, arbitrary: fc.constantFrom('end' as const, 'watch' as const, 'announced' as const, 'offer' as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...(['ring', 'message', 'message over', 'no minutes', 'stop'] as const satisfies readonly Event['what'][]),
      ),
    },
  ),
  at: fc.nat(7),
  how: fc.constantFrom(...ends),
  order: fc.constantFrom(...orders),
  on: fc.boolean(),
});
const aBegin: fc.Arbitrary<Begin> = fc.record({
  kind: fc.constantFrom('user calls a number', 'user calls a user', 'somebody calls users', 'somebody waits'),
  users: fc.integer({ min: 1, max: 3 }),
  takesMessages: fc.boolean(),
  recordAtOnce: fc.boolean(),
});

/** A call, and what its carrier and the book of calls have been told. */
function aCall(begin: Begin, carrier: Carrier) {
  let count = 0;
  const legOf = (part: CallLeg['part'], isUser: boolean, state: CallLeg['state'] = 'ringing'): CallLeg => {
    const name = `${part}${++count}`;
    return { label: name, carrier_sid: name, user_id: isUser ? count : null, part, state, sid: isUser ? name : null };
  };
  const isOut = begin.kind === 'user calls a number' || begin.kind === 'user calls a user';
  const rung = begin.kind === 'somebody waits' ? 0 : isOut ? 1 : begin.users;
  const call: CallState = {
    ...{ state: rung === 0 ? 'waiting' : 'ringing', wait_until: rung === 0 ? 'later' : null },
    ...{ record_at_once: begin.recordAtOnce, takes_messages: !isOut && begin.takesMessages, held: false, recording: 'off' },
    ...{ recording_sid: null, recording_leg: null, recording_of: null, payer: null, asking: null, message_of: null },
    ...{ silence: 'missed', talking_at: null },
    legs: [legOf('caller', isOut, 'talking')],
  };
  for (let place = 0; place < rung; place++) call.legs.push(legOf('called', begin.kind !== 'user calls a number'));

  /** At the carrier. */
  const there = new Set(call.legs.map(({ label }) => label));
  const onHold = new Map<string, 'ring' | 'hold'>();
  let recording: string | null = null;
  const payers: string[] = [];
  const closed = new Map<string, string>();
  let over = 0;
  /** Reports that the carrier sends later, again or never. */
  const late: string[] = [];

  const close = (sid: string, how: string) => {
    expect(closed.get(sid), `${sid} ends once`).toBeUndefined();
    closed.set(sid, how);
  };
  const gone = (name: string) => {
    if (there.delete(name) && carrier === 'late') late.push(name);
    onHold.delete(name);
  };

  function move(next: () => Act[], { isLate = false } = {}): void {
    const before = structuredClone(call);
    let acts: Act[];
    try {
      acts = next();
    } catch (error) {
      expect(error).toBeInstanceOf(CallUnreachable);
      expect(call).toEqual(before);
      return;
    }
    if (call.payer !== before.payer) {
      call.talking_at = 'now';
      expect(payers, 'minutes of each are counted once').not.toContain(call.payer);
      payers.push(String(call.payer));
    }
    if (before.state === 'ended') expect(acts.filter(({ act }) => act !== 'hang_up')).toEqual([]);
    for (const act of acts) {
      if ('leg' in act && act.leg !== null) {
        const leg = call.legs.find(({ carrier_sid }) => carrier_sid === act.leg);
        expect(leg, 'a leg that exists').toBeDefined();
        const was = before.legs.find(({ carrier_sid }) => carrier_sid === act.leg);
        if (!isLate && act.act !== 'change_recording') expect(was?.state, `${act.act} of a leg that is there`).not.toBe('ended');
      }
      perform(act, before);
    }
    keepsTo();
  }

  function perform(act: Act, before: CallState): unknown {
    switch (act.act) {
      case 'answered':
        // The book ends the rows of the phones that rang with it.
        for (const { sid, state } of before.legs)
          if (sid && sid !== act.sid && call.state === 'talking' && (state === 'ringing' || state === 'silent'))
            if (!askedOf(before)) close(sid, 'elsewhere');
        return;
      case 'ended':
        return close(act.sid, act.outcome);
      case 'passed_on':
      case 'watch_ended':
      case 'wait_ended':
        return close(act.sid, act.act);
      case 'hang_up':
      case 'leave':
        return gone(act.leg);
      case 'end':
        over++;
        // Phones that ring are no part of it yet.
        for (const leg of before.legs) if (leg.state === 'talking') gone(leg.label);
        recording = null;
        return;
      case 'change':
        if (act.change.hold) onHold.set(act.leg, act.change.hold);
        else if (act.change.hold === null) onHold.delete(act.leg);
        return;
      case 'record': {
        expect(recording, 'one recording at a time').toBeNull();
        recording = `recording${++count}`;
        const name = recording;
        return move(() => recorded(call, { sid: call.recording_of ?? '', leg: act.leg, recording: name }));
      }
      case 'change_recording':
        if (act.to === 'stopped' && act.recording === recording) recording = null;
    }
  }

  function keepsTo(): void {
    const talkers = call.legs.filter(isTalker);
    const asked = askedOf(call);
    if (call.state === 'talking') {
      expect(talkers).toHaveLength(2);
      expect(talkers.map(({ sid }) => sid)).toContain(call.payer);
      expect(onHold.size, 'one side at most waits, and only while it is held').toBe(call.held ? 1 : 0);
    }
    if (call.asking !== null) {
      expect(asked, 'a colleague is asked').toBeDefined();
      const [far] = talkers.filter(({ sid }) => sid !== call.asking);
      expect(onHold.has(far?.label ?? ''), 'the other side waits').toBe(true);
    } else expect(asked, 'nobody is in a conversation of its own').toBeUndefined();
    if (call.state !== 'talking' && call.state !== 'ended') expect(talkers.length).toBeLessThanOrEqual(1);
    if (recording !== null) expect(call.state).toBe('talking');
    if (call.state !== 'ended') return;
    expect([...there], 'no phone is left').toEqual([]);
    expect(call.legs.filter(({ state }) => state !== 'ended')).toEqual([]);
    for (const { sid, label } of call.legs) if (sid) expect(closed.has(sid), `the row of ${label} ends`).toBe(true);
    expect(over, 'it ends once').toBe(1);
  }

  /** The phone itself, or its carrier, ends the leg. */
  const leaves = (label: string, how: LegEnd) => {
    const isThere = there.delete(label);
    onHold.delete(label);
    move(() => legEnded(call, label, how), { isLate: !isThere });
    if (call.state !== 'message' || carrier !== 'own' || call.legs[0]?.state !== 'ended') return;
    messageIsOver(null); // who keeps the call itself stops the recording
  };
  const messageIsOver = (seconds: number | null) => {
    if (call.state !== 'message') return;
    for (const { part, label } of call.legs) if (part === 'caller') there.delete(label);
    over++;
    move(() => messageEnded(call, seconds));
  };

  /** Orders that need a colleague have them in the call first. */
  function ordered(mine: CallLeg, { order, on }: Event): unknown {
    if (order !== 'transfer' && order !== 'consult') {
      return move(() => obey(call, mine, order === 'hold' ? { order, on } : { order }));
    }
    try {
      mustAllow(call, mine, { order, userId: 1 });
    } catch {
      return;
    }
    const leg = legOf(order === 'transfer' ? 'called' : 'asked', true);
    call.legs.push(leg);
    there.add(leg.label);
    move(() => obey(call, mine, { order, userId: 1 }));
  }

  function happens(event: Event): unknown {
    const leg = call.legs[event.at % call.legs.length] as CallLeg;
    const isOpen = call.state !== 'ended';
    switch (event.what) {
      case 'answer':
        if (leg.part === 'watcher' || leg.part === 'caller' || (carrier === 'own' && leg.state !== 'ringing')) return;
        return move(() => legAnswered(call, leg.label), { isLate: leg.state !== 'ringing' });
      case 'end': {
        if (carrier === 'late' && late.length > 0 && event.on) return leaves(late[event.at % late.length] as string, event.how);
        return there.has(leg.label) || carrier === 'late' ? leaves(leg.label, event.how) : undefined;
      }
      case 'ring':
        if (leg.state === 'silent' && call.state === 'ringing') there.add(leg.label);
        return move(() => legRings(call, leg.label));
      case 'order':
        return ordered(leg, event);
      case 'watch': {
        if (call.state !== 'talking' || call.asking !== null || call.held || !isTalker(leg) || leg.sid === null) return;
        const watcher = { ...legOf('watcher', true, 'talking'), ...(carrier === 'own' && { watches: leg.sid }) };
        there.add(watcher.label);
        call.legs.push(watcher);
        return keepsTo();
      }
      case 'offer': {
        if (call.state !== 'waiting') return;
        const one = legOf('called', true);
        there.add(one.label);
        offer(call, one);
        return keepsTo();
      }
      case 'message': {
        if (call.wait_until === null) return;
        const of = legOf('called', true, 'silent');
        call.legs.push(of);
        // The book has ended the wait.
        return move(() => takeMessage(call, of.label));
      }
      case 'message over':
        return messageIsOver(event.at);
      case 'announced':
        return move(() => announced(call, event.on || event.at > 1));
      case 'no minutes':
        return isOpen && call.state === 'talking' ? move(() => finish(call, 'answered')) : undefined;
      case 'stop':
        return isOpen && event.at === 0
          ? call.state === 'message'
            ? messageIsOver(null)
            : move(() => finish(call, 'failed'))
          : undefined;
    }
  }

  return { happens, call, keepsTo };
}

test.each(['own', 'late'] as const)('over a carrier (%s): a call ends once, and so does all that is in it', (carrier) => {
  fc.assert(
    fc.property(aBegin, fc.array(anEvent, { maxLength: 40, size: 'max' }), (begin, events) => {
      const { happens, call, keepsTo } = aCall(begin, carrier);
      keepsTo();
      for (const event of events) happens(event);
      if (call.state === 'message') happens({ what: 'message over', at: 3, how: 'gone', order: 'announce', on: true });
      else happens({ what: 'stop', at: 0, how: 'gone', order: 'announce', on: true });
      expect(call.state).toBe('ended');
    }),
    { numRuns: 1_000 },
  );
});

test('where one user declines and another has no open phone, the message is the other’s, who missed the call', () => {
  const legOf = (label: string, part: CallLeg['part'], state: CallLeg['state'], userId: number | null): CallLeg => ({
    ...{ label, part, state, carrier_sid: label, user_id: userId, sid: userId === null ? null : label },
  });
  const call: CallState = {
    ...{ state: 'ringing', wait_until: null, record_at_once: false, takes_messages: true, held: false, recording: 'off' },
    ...{ recording_sid: null, recording_leg: null, recording_of: null, payer: null, asking: null, message_of: null },
    ...{ silence: 'missed', talking_at: null },
    legs: [
      legOf('caller', 'caller', 'talking', null),
      legOf('away', 'called', 'silent', 1),
      legOf('busy', 'called', 'ringing', 2),
    ],
  };
  const acts = [...legEnded(call, 'busy', 'declined'), ...messageEnded(call, null)];
  expect(acts.filter(({ act }) => act === 'ended')).toEqual([
    { act: 'ended', sid: 'busy', outcome: 'declined' },
    { act: 'ended', sid: 'away', outcome: 'missed' },
  ]);
});
