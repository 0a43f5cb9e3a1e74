// Stores the carrier's calls, which come by the hundred: those that come while others are being stored share
// the next transaction. Each is answered once it is stored.
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { carrierKind, storeCalls } from './webhooks.calls.ts';
import { isLine } from './webhooks.lines.ts';

type Ctx = Pick<WorkCtx, 'platform' | 'clock' | 'log' | 'actor'>;

interface Waiting {
  token: string;
  body: Buffer;
  answer: PromiseWithResolvers<boolean>;
}

const mostTogether = 100;

/** By company, within a server: tests run several. */
const queues = new WeakMap<object, Map<number, Waiting[]>>();

/** False: the address is an old one. */
export function storeTogether(ctx: Ctx, call: Pick<Waiting, 'token' | 'body'>): Promise<boolean> {
  const ofServer = queues.get(ctx.platform.db) ?? new Map<number, Waiting[]>();
  queues.set(ctx.platform.db, ofServer);
  const answer = Promise.withResolvers<boolean>();
  const waiting = ofServer.get(ctx.actor.companyId);
  if (waiting) waiting.push({ ...call, answer });
  else {
    ofServer.set(ctx.actor.companyId, [{ ...call, answer }]);
    void storeAll(ctx, ofServer);
  }
  return answer.promise;
}

async function storeAll(ctx: Ctx, ofServer: Map<number, Waiting[]>): Promise<void> {
  const { companyId } = ctx.actor;
  for (let waiting = ofServer.get(companyId); waiting && waiting.length > 0; ) {
    const some = waiting.splice(0, mostTogether);
    try {
      const known = await store(ctx, some);
      for (const { token, answer } of some) answer.resolve(known.has(token));
    } catch (error) {
      for (const { answer } of some) answer.reject(error);
    }
  }
  ofServer.delete(companyId);
}

/** The addresses that are the company's now. */
const store = (ctx: Ctx, calls: readonly Waiting[]): Promise<Set<string>> =>
  inTenant(ctx, async (tx) => {
    const known = new Set<string>();
    for (const token of new Set(calls.map((call) => call.token))) if (await isLine(tx, carrierKind, token)) known.add(token);
    const bodies = calls.filter(({ token }) => known.has(token)).map(({ body }) => body);
    if (bodies.length > 0) await storeCalls(tx, carrierKind, bodies);
    return known;
  });
