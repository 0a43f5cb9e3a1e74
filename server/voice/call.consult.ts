// A side asks a colleague while the other side waits with music: then the call is passed on, or taken back.
import type { CallOutcome } from '#contract/callLists.ts';
import type { Ring } from './book.ts';
import type { Bridge } from './bridge.ts';
import type { CallParts } from './call.parts.ts';
import { createRingGroup, type RingGroup } from './call.rings.ts';
import type { createTaping } from './call.taping.ts';
import type { Call } from './call.ts';
import { closeLeg, type Leg, sayCancel, sayHangup } from './legs.ts';
import type { Side } from './recorder.ts';
import type { Reports } from './reports.ts';

interface Table {
  parts: CallParts;
  bridge: Bridge;
  reports: Reports;
  taping: ReturnType<typeof createTaping>;
  call(): Call;
  /** Each phone hears those that it may hear now. */
  arrange(): void;
  /** The sound of a phone is gone for good. */
  lost(leg: Leg): void;
}

interface Asking {
  side: Side;
  asker: Leg;
  ring: Ring;
  group: RingGroup;
  /** Null until they answered. */
  colleague: Leg | null;
  /** Whether the recording goes on afterwards. */
  wasRecorded: boolean;
  timer: NodeJS.Timeout | null;
}

export function createConsult({ parts, bridge, reports, taping, call, arrange, lost }: Table) {
  let asking: Asking | null = null;

  async function start(asker: Leg, side: Side, ring: Ring, identity: string): Promise<void> {
    const group = createRingGroup(parts, call, { rings: [{ identity, ring }], handset: null, to: `user:${ring.userId}` });
    const wasRecorded = taping.isRecording() && !taping.isPaused();
    const mine: Asking = { side, asker, ring, group, colleague: null, wasRecorded, timer: null };
    asking = mine;
    arrange();
    await taping.pause();
    if (asking !== mine) return;
    await group.start();
    if (asking !== mine || mine.colleague) return;
    if (group.isReached()) mine.timer = setTimeout(() => takeBack(), parts.pace.ring);
    else takeBack();
  }

  async function answer(leg: Leg, sdp: string): Promise<void> {
    const mine = asking;
    if (!mine?.group.take(leg)) return sayCancel(leg);
    if (mine.timer) clearTimeout(mine.timer);
    mine.colleague = leg;
    leg.wasAnswered = true;
    try {
      await leg.media.accept(sdp);
    } catch (err) {
      parts.log.warn({ err }, 'a colleague could not be connected');
      return takeBack();
    }
    if (asking !== mine) return;
    leg.seat = bridge.sit(leg.media, mine.side);
    leg.media.onFailed(() => lost(leg));
    const { ctx, sid } = leg;
    if (ctx) void reports.add('an answer', () => parts.book.callAnswered(ctx, sid));
    arrange();
  }

  /** What was under way; it is over. */
  function leave(): Asking | null {
    const was = asking;
    if (was?.timer) clearTimeout(was.timer);
    asking = null;
    return was;
  }

  /** The colleague goes. `told`: that phone knows. */
  function dismiss({ asker, ring, group, colleague }: Asking, outcome: CallOutcome, told?: Leg) {
    group.cancel();
    const how = { outcome: colleague ? ('answered' as const) : outcome };
    const { companyId } = asker.phone;
    if (companyId !== undefined)
      void reports.add('the end of a call', async () =>
        parts.book.callEnded(await parts.ctxOf(companyId, ring.userId), ring.sid, how),
      );
    if (!colleague) return;
    if (colleague !== told) sayHangup(colleague);
    unseat(colleague);
  }

  function unseat(leg: Leg) {
    if (leg.seat) bridge.leave(leg.seat);
    leg.seat = null;
    closeLeg(leg);
    parts.removed(leg);
  }

  /** The asker speaks with the other side again. */
  function takeBack(outcome: CallOutcome = 'missed', told?: Leg) {
    const was = leave();
    if (!was) return;
    dismiss(was, outcome, told);
    arrange();
    if (was.wasRecorded) void taping.start(was.asker).catch((err) => parts.log.error({ err }, 'a recording did not go on'));
  }

  return {
    start,
    answer,
    takeBack,
    leave,
    unseat,
    now: () => asking,
    /** One of the phones of the colleague. */
    has: (leg: Leg) => asking?.colleague === leg || (asking?.group.has(leg) ?? false),
    /** With the call. */
    end() {
      const was = leave();
      if (was) dismiss(was, 'missed');
    },
  };
}
