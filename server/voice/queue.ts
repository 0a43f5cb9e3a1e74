// Callers who wait because everyone who could answer is on a call. They hear music and now and then a notice;
// one who becomes free is offered the one who has waited longest.
import type { Log } from '#kernel/ops/log.ts';
import { identityOf } from '#providers/voice/voice.tokens.ts';
import type { CallBook, Waiting } from './book.ts';
import type { CallParts } from './call.parts.ts';
import * as calls from './call.ts';
import { prompts } from './sound.ts';

interface Table extends Pick<CallParts, 'pace' | 'ctxOf' | 'devicesOf' | 'isBusy'> {
  book: CallBook;
  log: Log;
  /** Rows of calls that have just ended say so. */
  endsWritten(): Promise<unknown>;
}

interface Waiter extends Waiting {
  call: calls.Call;
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
      const { companyId } = waiter.call.terms;
      const user = waiter.people.find((id) => wants(waiter, id) && isFree(identityOf(companyId, id)));
      if (user !== undefined) void offer(waiter, user);
    }
  }

  async function offer(waiter: Waiter, userId: number): Promise<void> {
    const { call, sid, askAgain } = waiter;
    const { companyId, to } = call.terms;
    const identity = identityOf(companyId, userId);
    waiter.isOffered = true;
    asked.add(identity);
    let wait = look;
    try {
      await endsWritten();
      const ring = await book.offerWaiting(await ctxOf(companyId, userId), sid, userId);
      asked.delete(identity);
      if (ring) {
        if (await calls.offer(call, { identity, ring, sid: ring.sid, from: ring.from, to })) return;
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
    const { call, sid, people } = waiter;
    const { companyId } = call.terms;
    if (!calls.isQueued(call) || waiter.isLeaving) return;
    waiter.isLeaving = true;
    try {
      const ring = await book.leaveMessage(await ctxOf(companyId, people[0] ?? 0), sid);
      if (ring && calls.isQueued(call)) calls.takeMessage(call, ring);
      else if (ring) await book.callEnded(await ctxOf(companyId, ring.userId), ring.sid, { outcome: 'missed' });
      else if (calls.isQueued(call)) calls.end(call, 'failed'); // an earlier answer was lost
    } catch (err) {
      log.error({ err }, 'a caller who waits could not leave a message');
      waiter.isLeaving = false;
      setTimeout(() => void toMessage(waiter), Math.min(pace.again, look));
    }
  }

  return {
    add(call: calls.Call, waiting: Waiting) {
      const waiter: Waiter = { ...waiting, call, isOffered: false, isLeaving: false, askAgain: new Map() };
      const message = () => void toMessage(waiter);
      const notice = () => void calls.say(call, prompts().queued);
      const timers = [setTimeout(message, waiting.seconds * 1_000), setInterval(notice, pace.notice)];
      waiters.add(waiter);
      looking ??= setInterval(offerAll, look);
      calls.queue(call, new Date(Date.now() + waiting.seconds * 1_000), {
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
    isOf: (companyId: number) => [...waiters].some(({ call }) => call.terms.companyId === companyId),
    /** Whether the next call of this user is one that waits. */
    isFor: (companyId: number, userId: number) =>
      [...waiters].some((waiter) => waiter.call.terms.companyId === companyId && wants(waiter, userId)),
  };
}
