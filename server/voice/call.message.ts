// The message of a caller who was not answered: spoken after the tone, and kept with a call of the user it is
// for.
import type { WorkCtx } from '#kernel/context.ts';
import type { Ring } from './book.ts';
import type { Bridge } from './bridge.ts';
import type { createTaping } from './call.taping.ts';
import { type Leg, sayAnswer } from './legs.ts';
import { beep, prompts } from './sound.ts';

export function createMessage(bridge: Bridge, taping: ReturnType<typeof createTaping>, caller: Leg) {
  let of: Ring | null = null;
  /** How that call ends where the caller says nothing. */
  let silence: 'missed' | 'declined' = 'missed';
  return {
    declined() {
      silence = 'declined';
    },
    isFor: (ring: Ring) => ring.sid === of?.sid,
    /** True: they may speak now. */
    async take(ring: Ring, isOn: () => boolean): Promise<boolean> {
      of = ring;
      sayAnswer(caller);
      if (caller.seat) await bridge.play(caller.seat, prompts().greeting);
      if (caller.seat) await bridge.play(caller.seat, beep);
      if (!isOn()) return false;
      taping.startMessage();
      return true;
    },
    async finish(ctxOf: (userId: number) => Promise<WorkCtx>): Promise<void> {
      if (!of) return;
      const { userId, sid } = of;
      await taping.finishMessage(() => ctxOf(userId), sid, silence);
    },
  };
}
