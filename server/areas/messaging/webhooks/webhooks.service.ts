// Takes calls of outside services: the raw body is stored in the transaction that checks its signature, and a job works on it.
import { sql } from 'kysely';
import { signatureHeader } from '#contract/webhooks.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant, type Platform, type PublicCtx, type Tx, type WorkCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { findHookCompany, type HookKind, type RawCall } from '#kernel/http/hooks.ts';
import { countCall, createCounter } from '#kernel/http/rateLimits.ts';
import type { TextCall } from '#kernel/telephony/telephony.ts';
import { carrierKind, storeCalls, storeForged } from './webhooks.calls.ts';
import { storeTogether } from './webhooks.gather.ts';
import { webhookJobs } from './webhooks.jobs.ts';
import { findLine, getLine, lockLine, sealedFor, urlOf } from './webhooks.lines.ts';
import { isSigned, signatureOf } from './webhooks.signature.ts';

/** Forged calls are kept, too, for a day: so that an administrator sees that a secret is wrong. */
export async function receiveCall(
  ctx: Pick<WorkCtx, 'platform' | 'clock' | 'log' | 'address'>,
  { kind, token }: { kind: string; token: string },
  { body, header }: Pick<RawCall, 'body' | 'header'>,
): Promise<void> {
  const { platform } = ctx;
  const companyId = await findHookCompany(platform.db, { kind, token });
  if (companyId === null) throw fail('not_found');
  const ofCompany = { ...ctx, actor: systemActor(companyId) };
  const url = urlOf(platform.config, kind, token);
  const take = kind === carrierKind ? takeOfCarrier : takeSigned;
  if (await take(ofCompany, { kind, token, url, body, header })) return;
  await countCall(platform.db, forgedCalls, ctx.address ?? '');
  await inTenant(ofCompany, (tx) => storeForged(tx, kind, body));
  throw fail('webhooks.forged');
}

type Taking = Pick<WorkCtx, 'platform' | 'clock' | 'log' | 'address' | 'actor'>;
interface Came extends Pick<RawCall, 'body' | 'header' | 'url'> {
  kind: string;
  token: string;
}

/** False: it is not of the service, or the address is an old one. */
const takeSigned = (ctx: Taking, { kind, token, url, body, header }: Came): Promise<boolean> =>
  inTenant(ctx, async (tx) => {
    const line = await findLine(tx, kind);
    if (line?.token !== token) return false;
    const isTrue = isSigned({ secret: line.secret, url, body, at: tx.clock() }, header(signatureHeader));
    if (isTrue) await storeCalls(tx, kind, [body]);
    return isTrue;
  });

const takeOfCarrier = async (ctx: Taking, { token, url, body, header }: Came): Promise<boolean> =>
  isOfCarrier(ctx.platform, { url, body }, header) && storeTogether(ctx, { token, body });

/** From one address: so many are kept, and the others leave nothing. */
const forgedCalls = createCounter('forged webhooks', { limit: 300, seconds: 60 });

/** The carrier signs in its own way, with the secret of our account. */
const carrierHeader = 'x-twilio-signature';

function isOfCarrier({ telephony }: Platform, { url, body }: { url: string; body: Buffer }, header: RawCall['header']): boolean {
  const form = new URLSearchParams(body.toString('utf8'));
  return telephony?.isSigned({ url, form, signature: header(carrierHeader) }) ?? false;
}

/** The job of one call. A call that is done is not worked on again. */
export async function handleCall(ctx: WorkCtx, id: number, kinds: readonly HookKind[]): Promise<void> {
  const call = await inTenant(ctx, (tx) => findWaiting(tx, id));
  if (!call?.body_sealed) return;
  const kind = kinds.find(({ name }) => name === call.kind);
  if (!kind) throw new Error('no area takes calls of this kind');
  if (kind.handleIn) return handleInTurn(ctx, id, kind.name, kind.handleIn);
  await kind.handle(ctx, clearOf(ctx, call.body_sealed));
  await inTenant(ctx, (tx) => endCall(tx, id, 'done'));
}

/** In the turn of its kind, as those that are taken together. */
const handleInTurn = (ctx: WorkCtx, id: number, kind: string, handleIn: NonNullable<HookKind['handleIn']>) =>
  inTenant(ctx, async (tx) => {
    await lockLine(tx, kind);
    const call = await findWaiting(tx, id);
    if (!call?.body_sealed) return;
    await handleIn(tx, [heldOf(ctx, { ...call, body_sealed: call.body_sealed })], ctx.platform);
    await endCall(tx, id, 'done');
  });

const clearOf = ({ platform, actor }: WorkCtx, sealed: Buffer) =>
  Buffer.from(platform.seal.openKept(sealed, sealedFor.body, actor.companyId), 'base64');

const heldOf = (ctx: WorkCtx, { body_sealed, received_at }: Pick<Waiting, 'body_sealed' | 'received_at'>) => ({
  body: clearOf(ctx, body_sealed),
  receivedAt: new Date(received_at),
});

const takenAtOnce = 50;

/**
 * The job of all calls of a kind that wait, many in one transaction. If one of them fails, each is worked on
 * alone, and those that fail again get a job of their own, so that none holds up the others.
 */
export async function takeCalls(ctx: WorkCtx, name: string, kinds: readonly HookKind[], signal: AbortSignal): Promise<void> {
  const handleIn = kinds.find((kind) => kind.name === name)?.handleIn;
  if (!handleIn) throw new Error('no area takes calls of this kind together');
  const work = async (tx: Tx, calls: readonly Waiting[]) => {
    await handleIn(
      tx,
      calls.map((call) => heldOf(ctx, call)),
      ctx.platform,
    );
    await endCalls(tx, calls, 'done');
  };
  for (let after = 0; ; ) {
    signal.throwIfAborted(); // not "done": what still waits would be left without a job
    let taken: Waiting[] = [];
    try {
      await inTenant(ctx, async (tx) => {
        taken = await lockWaiting(tx, name, after, takenAtOnce);
        await work(tx, taken);
      });
    } catch (err) {
      if (taken.length === 0) throw err;
      ctx.log.warn({ err, calls: taken.length }, 'calls of an outside service are worked on one by one');
      for (const call of taken)
        await inTenant(ctx, async (tx) => work(tx, await lockWaiting(tx, name, call.id - 1, 1, call.id))).catch(() =>
          inTenant(ctx, async (tx) => {
            // Another worker may have done it meanwhile.
            if (await endCall(tx, call.id, 'failed')) tx.enqueue(webhookJobs.handle, { id: call.id });
          }),
        );
    }
    const last = taken.at(-1);
    if (!last || taken.length < takenAtOnce) return;
    after = last.id;
  }
}

interface Waiting {
  id: number;
  body_sealed: Buffer;
  received_at: string;
}

/** In their order, which a second worker keeps, too: it waits until the first one's batch is done. */
async function lockWaiting(tx: Tx, kind: string, after: number, limit: number, upTo?: number): Promise<Waiting[]> {
  await lockLine(tx, kind);
  const { rows } = await sql<Waiting>`
    select id, body_sealed, received_at from hook_calls where company_id = ${tx.companyId} and kind = ${kind} and state = 'waiting' and id > ${after}
      ${upTo === undefined ? sql`` : sql`and id <= ${upTo}`} order by id limit ${limit} for update skip locked`.execute(tx.db);
  return rows;
}

export const failCall = (ctx: WorkCtx, id: number): Promise<unknown> => inTenant(ctx, (tx) => endCall(tx, id, 'failed'));

async function findWaiting(tx: Tx, id: number) {
  const { rows } = await sql<{ kind: string; body_sealed: Buffer | null; received_at: string }>`
    select kind, body_sealed, received_at from hook_calls where company_id = ${tx.companyId} and id = ${id} and state in ('waiting', 'failed')`.execute(
    tx.db,
  );
  return rows[0];
}

const endCall = async (tx: Tx, id: number, state: 'done' | 'failed') => (await endCalls(tx, [{ id }], state)) > 0;

/**
 * How many ended so: one that is done stays done. The body of a call that failed stays, so that its job can be
 * run again.
 */
async function endCalls(tx: Tx, calls: readonly Pick<Waiting, 'id'>[], state: 'done' | 'failed'): Promise<number> {
  const { rows } = await sql`
    update hook_calls set state = ${state}, finished_at = ${tx.clock()}, body_sealed = case when ${state} = 'done' then null else body_sealed end
    where company_id = ${tx.companyId} and id = any(${calls.map(({ id }) => id)}::bigint[])
      and state = any(${state === 'done' ? ['waiting', 'failed'] : ['waiting']}::text[]) returning id`.execute(tx.db);
  return rows.length;
}

/** A signed call as the service of this company would make it: for the demo's mailbox. */
export async function callAs(ctx: PublicCtx, companyId: number, kind: string, body: Buffer): Promise<void> {
  const actor = systemActor(companyId);
  const { token, secret } = await inTenant({ ...ctx, actor }, (tx) => getLine(tx, kind));
  const signature = signatureOf({ secret, url: urlOf(ctx.platform.config, kind, token), body, at: ctx.clock() });
  await receiveCall(ctx, { kind, token }, { body, header: (name) => (name === signatureHeader ? signature : undefined) });
}

/** A call as the demo's carrier makes it. */
export async function callAsCarrier(
  ctx: Pick<WorkCtx, 'platform' | 'clock' | 'log'>,
  token: string,
  call: TextCall,
): Promise<void> {
  const { telephony, config } = ctx.platform;
  const form = telephony?.sandbox?.formOf(call) ?? new URLSearchParams();
  const signature = telephony?.sandbox?.sign(urlOf(config, carrierKind, token), form);
  const header = (name: string) => (name === carrierHeader ? signature : undefined);
  await receiveCall(ctx, { kind: carrierKind, token }, { body: Buffer.from(form.toString()), header });
}

export { latestCalls } from './webhooks.calls.ts';
export { getLine, insertLine, renewLine, urlOf } from './webhooks.lines.ts';
