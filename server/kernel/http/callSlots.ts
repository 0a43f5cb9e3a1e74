// How much of this process one user, and one company, may use at once. Calls that may take seconds (`long`)
// share part of the connections, so that short ones always find one (docs/decisions/0025).
import type { Actor } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';

interface Share {
  user: number;
  company: number;
}

export interface CallLimits {
  /** Running calls: one more is refused. */
  calls: Share;
  /** Long calls, running and waiting: one more is refused. */
  longCalls: Share;
  /** Long calls that run at once, `all` over everyone: the rest wait. */
  running: Share & { all: number };
  /** Maximum milliseconds that a long call waits. */
  patience: number;
}

/** `connections`: those of the process that answer calls. A screen with ten tabs stays far below the limits. */
export const callLimits = (connections: number): CallLimits => ({
  calls: { user: 60, company: 600 },
  longCalls: { user: 20, company: 120 },
  running: { user: Math.ceil(connections * 0.2), company: Math.ceil(connections * 0.4), all: Math.ceil(connections * 0.6) },
  patience: 10_000,
});

export interface Call {
  actor: Pick<Actor, 'companyId' | 'userId'>;
  long: boolean;
  /** Aborted when the caller is gone. */
  gone: AbortSignal;
}

export interface CallSlots {
  /** Runs `work` now or when there is room. Throws `rate_limited` if there is too much already, or no room in time. */
  run<T>(call: Call, work: () => Promise<T>): Promise<T>;
  /**
   * Runs one read of a file that is being sent: in its turn among the long calls, however long that takes, and not counted as another call. A slot
   * held until the file is sent would keep the caller's lists waiting.
   */
  page<T>(call: Omit<Call, 'long'>, work: () => Promise<T>): Promise<T>;
}

export function createCallSlots({ calls, longCalls, running, patience }: CallLimits): CallSlots {
  const underWay = tally();
  const longUnderWay = tally();
  const longRunning = tally();
  const waiting = new Set<{ actor: Call['actor']; start: () => void }>();
  const hasRoom = (actor: Call['actor']) => longRunning.all() < running.all && longRunning.isBelow(actor, running);

  /** In order of arrival; skips calls whose user or company has used its share. */
  function startNext() {
    for (const one of waiting) if (hasRoom(one.actor)) one.start();
  }

  function wait({ actor, gone }: Omit<Call, 'long'>, patience?: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const one = { actor, start: () => end(resolve) };
      const end = (then: () => void) => {
        waiting.delete(one);
        clearTimeout(timer);
        gone.removeEventListener('abort', leave);
        if (then === resolve) longRunning.add(actor, 1);
        then();
      };
      const leave = () => end(() => reject(fail('unavailable'))); // the caller is gone
      const timer = patience === undefined ? undefined : setTimeout(() => end(() => reject(tooMany())), patience);
      if (gone.aborted) return leave();
      gone.addEventListener('abort', leave);
      waiting.add(one);
      startNext();
    });
  }

  async function inTurn<T>(call: Omit<Call, 'long'>, work: () => Promise<T>, patience?: number): Promise<T> {
    await wait(call, patience);
    try {
      return await work();
    } finally {
      longRunning.add(call.actor, -1);
      startNext();
    }
  }

  return {
    async run(call, work) {
      if (!call.long) return underWay.during(call.actor, calls, work);
      return underWay.during(call.actor, calls, () =>
        longUnderWay.during(call.actor, longCalls, () => inTurn(call, work, patience)),
      );
    },
    page: (call, work) => inTurn(call, work),
  };
}

const tooMany = () =>
  fail('rate_limited', { detail: 'Too many calls are still under way. Wait until some are answered.', retryAfter: 5 });

/** Counts by user and by company. */
function tally() {
  const counts = new Map<string, number>();
  let sum = 0;
  const of = (key: string) => counts.get(key) ?? 0;
  const keysOf = ({ companyId, userId }: Call['actor']) => [`${companyId}`, `${companyId}.${userId}`] as const;
  const isBelow = (actor: Call['actor'], { user, company }: Share) => {
    const [companyKey, userKey] = keysOf(actor);
    return of(companyKey) < company && of(userKey) < user;
  };
  const add = (actor: Call['actor'], by: 1 | -1) => {
    sum += by;
    for (const key of keysOf(actor)) {
      if (of(key) + by === 0) counts.delete(key);
      else counts.set(key, of(key) + by);
    }
  };
  return {
    all: () => sum,
    isBelow,
    add,
    /** Counted while `work` runs; refused if the share is used up. */
    async during<T>(actor: Call['actor'], share: Share, work: () => Promise<T>): Promise<T> {
      if (!isBelow(actor, share)) throw tooMany();
      add(actor, 1);
      try {
        return await work();
      } finally {
        add(actor, -1);
      }
    },
  };
}
