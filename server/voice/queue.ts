// Callers who wait because everyone who could answer is on a call. They hear music and now and then a notice;
// one who becomes free is offered the one who has waited longest.
import type { Log } from '#kernel/ops/log.ts';
import { identityOf } from '#providers/voice/voice.tokens.ts';
import type { CallBook, Waiting } from './book.ts';
import type { CallParts, Ringing } from './call.parts.ts';
import type { Call } from './call.ts';
import { prompts } from './sound.ts';

interface Table extends Pick<CallParts, 'pace' | 'ctxOf' | 'devicesOf' | 'isBusy'> {
  book: CallBook;
  log: Log;
  /** Rows of calls that have just ended say so. */
  endsWritten(): Promise<unknown>;
}

interface Waiter extends Waiting {
  call: Call;
  terms: Ringing;
  isOffered: boolean;
  /** For a message. */
  isLeaving: boolean;
  /** By user: not asked before then. */
  askAgain: Map<number, number>;
}

/**
 * Milliseconds between two looks at who is free, and before somebody is asked again whose last call is not
 * written down.
 */
const look = 5_000;

export function createQueue({ book, log, pace, ctxOf, devicesOf, isBusy, endsWritten }: Table) {
  /** The longest first. */
  const waiters = new Set<Waiter>();
  /** Users who are about to be rung. */
  const asked = new Set<string>();
  let looking: NodeJS.Timeout | null = null;

  const isFree = (identity: string) => devicesOf(identity).length > 0 && !isBusy(identity) && !asked.has(identity);
  const wants = ({ people, askAgain, isOffered }: Waiter, userId: number) =>
    !isOffered && people.includes(userId) && (askAgain.get(userId) ?? 0) <= performance.now();

  /** Somebody may have become free. */
  function offerAll() {
    for (const waiter of waiters) {
      const { companyId } = waiter.terms;
      const user = waiter.people.find((id) => wants(waiter, id) && isFree(identityOf(companyId, id)));
      if (user !== undefined) void offer(waiter, user);
    }
  }

  async function offer(waiter: Waiter, userId: number): Promise<void> {
    const { call, sid, terms, askAgain } = waiter;
    const identity = identityOf(terms.companyId, userId);
    waiter.isOffered = true;
    asked.add(identity);
    let wait = look;
    try {
      await endsWritten();
      const ring = await book.offerWaiting(await ctxOf(terms.companyId, userId), sid, userId);
      asked.delete(identity);
      if (ring) {
        if (await call.offer(ring, identity, terms.to)) return;
        wait = pace.again;
      }
    } catch (err) {
      log.warn({ err }, 'a caller who waits could not be offered');
    } finally {
      asked.delete(identity);
    }
    askAgain.set(userId, performance.now() + wait);
    waiter.isOffered = false;
    offerAll();
  }

  /** Tries again at each look, while the caller waits. */
  async function toMessage(waiter: Waiter): Promise<void> {
    const { call, sid, terms, people } = waiter;
    if (!call.isQueued() || waiter.isLeaving) return;
    waiter.isLeaving = true;
    try {
      const ring = await book.leaveMessage(await ctxOf(terms.companyId, people[0] ?? 0), sid);
      if (ring && call.isQueued()) await call.takeMessage(terms, ring);
      else if (ring) await book.callEnded(await ctxOf(terms.companyId, ring.userId), ring.sid, { outcome: 'missed' });
      else if (call.isQueued()) call.end({ caller: 'failed', called: 'missed' }); // an earlier answer was lost
    } catch (err) {
      log.error({ err }, 'a caller who waits could not leave a message');
      waiter.isLeaving = false;
      setTimeout(() => void toMessage(waiter), Math.min(pace.again, look));
    }
  }

  return {
    add(call: Call, terms: Ringing, waiting: Waiting) {
      const waiter: Waiter = { ...waiting, call, terms, isOffered: false, isLeaving: false, askAgain: new Map() };
      const message = () => void toMessage(waiter);
      const notice = () => void call.say(prompts().queued);
      const timers = [setTimeout(message, waiting.seconds * 1_000), setInterval(notice, pace.notice)];
      waiters.add(waiter);
      looking ??= setInterval(offerAll, look);
      call.queue(terms, {
        sid: waiting.sid,
        pressed: (digits) => digits.includes('1') && message(),
        over() {
          waiters.delete(waiter);
          for (const timer of timers) clearTimeout(timer);
          if (waiters.size > 0 || !looking) return;
          clearInterval(looking);
          looking = null;
        },
      });
      notice();
      offerAll();
    },
    offerAll,
    /** Whether somebody waits for people of this company. */
    isOf: (companyId: number) => [...waiters].some(({ terms }) => terms.companyId === companyId),
    /** Whether the next call of this user is one that waits. */
    isFor: (companyId: number, userId: number) =>
      [...waiters].some((waiter) => waiter.terms.companyId === companyId && wants(waiter, userId)),
  };
}
