// Leaders who take part in a call: they hear it once both sides know that somebody may, and until it ends.
import type { WatchMode } from '#contract/callLists.ts';
import { CallUnreachable } from '#kernel/voice/voice.ts';
import type { Bridge } from './bridge.ts';
import type { CallParts } from './call.parts.ts';
import type { Watcher } from './call.seats.ts';
import { closeLeg, type Leg, sayAnswer, sayHangup } from './legs.ts';
import type { Side } from './recorder.ts';
import type { Reports } from './reports.ts';

interface Table {
  parts: CallParts;
  bridge: Bridge;
  reports: Reports;
  arrange(): void;
  /** Tells those who do not know yet. */
  announce(): Promise<unknown>;
}

export function createWatching({ parts, bridge, reports, arrange, announce }: Table) {
  let watchers: Watcher[] = [];

  /** `told`: their phone knows. */
  function remove({ leg }: Watcher, told = false) {
    watchers = watchers.filter((one) => one.leg !== leg);
    if (!told) sayHangup(leg);
    if (leg.seat) bridge.leave(leg.seat);
    leg.seat = null;
    closeLeg(leg);
    parts.removed(leg);
    const { ctx, sid } = leg;
    if (ctx) void reports.add('the end of watching', () => parts.book.watchEnded(ctx, sid));
  }
  const find = (leg: Leg) => watchers.find((one) => one.leg === leg);

  return {
    list: (): readonly Watcher[] => watchers,
    has: (leg: Leg) => find(leg) !== undefined,
    async add(leg: Leg, side: Side, mode: WatchMode): Promise<void> {
      leg.seat = bridge.sit(leg.media, side);
      leg.wasAnswered = true;
      const watcher = { leg, side, mode };
      watchers.push(watcher);
      leg.media.onFailed(() => {
        if (watchers.includes(watcher)) remove(watcher);
        arrange();
      });
      sayAnswer(leg);
      await announce();
      arrange();
    },
    async change(leg: Leg, mode: WatchMode): Promise<void> {
      const watcher = find(leg);
      if (!watcher || !leg.ctx || !(await parts.book.changeWatch(leg.ctx, leg.sid, mode))) throw new CallUnreachable();
      watcher.mode = mode;
      arrange();
    },
    leave(leg: Leg) {
      const watcher = find(leg);
      if (watcher) remove(watcher, true);
      arrange();
    },
    /** The call of that side's user is over: all, or those of one side. */
    end(side?: Side) {
      for (const watcher of watchers) if (side === undefined || watcher.side === side) remove(watcher);
    },
  };
}
