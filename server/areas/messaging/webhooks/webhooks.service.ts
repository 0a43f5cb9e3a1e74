// Takes calls of outside services: the raw body is stored in the transaction that checks its signature, and a job works on it.
import { sql } from 'kysely';
import { signatureHeader } from '#contract/webhooks.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant, type Platform, type PublicCtx, type Tx, type WorkCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { findHookCompany, type HookKind, type RawCall } from '#kernel/http/hooks.ts';
import { countCall, createCounter } from '#kernel/http/rateLimits.ts';
import { storeCall } from './webhooks.calls.ts';
import { findLine, getLine, sealedFor, urlOf } from './webhooks.lines.ts';
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
  const isTrue = await inTenant(ofCompany, async (tx) => {
    const line = await findLine(tx, kind);
    const signed = { secret: line?.secret ?? '', url: urlOf(platform.config, kind, token), body, at: tx.clock() };
    const isTrue =
      line?.token === token &&
      (kind === carrierKind ? isOfCarrier(platform, signed, header) : isSigned(signed, header(signatureHeader)));
    if (isTrue) await storeCall(tx, kind, body, true);
    return isTrue;
  });
  if (isTrue) return;
  await countCall(platform.db, forgedCalls, ctx.address ?? '');
  await inTenant(ofCompany, (tx) => storeCall(tx, kind, body, false));
  throw fail('webhooks.forged');
}

/** From one address: so many are kept, and the others leave nothing. */
const forgedCalls = createCounter('forged webhooks', { limit: 300, seconds: 60 });

/** The carrier signs in its own way, with the secret of our account. */
const carrierKind = 'texts';
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
  const clear = ctx.platform.seal.openKept(call.body_sealed, sealedFor.body, ctx.actor.companyId);
  await kind.handle(ctx, Buffer.from(clear, 'base64'));
  await inTenant(ctx, (tx) => endCall(tx, id, 'done'));
}

export const failCall = (ctx: WorkCtx, id: number): Promise<unknown> => inTenant(ctx, (tx) => endCall(tx, id, 'failed'));

async function findWaiting(tx: Tx, id: number) {
  const { rows } = await sql<{ kind: string; body_sealed: Buffer | null }>`
    select kind, body_sealed from hook_calls where company_id = ${tx.companyId} and id = ${id} and state in ('waiting', 'failed')`.execute(
    tx.db,
  );
  return rows[0];
}

/** The body of a call that failed stays, so that its job can be run again. */
const endCall = (tx: Tx, id: number, state: 'done' | 'failed') =>
  sql`
  update hook_calls set state = ${state}, finished_at = ${tx.clock()}, body_sealed = case when ${state} = 'done' then null else body_sealed end
  where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);

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
  form: URLSearchParams,
): Promise<void> {
  const { telephony, config } = ctx.platform;
  const signature = telephony?.sandbox?.sign(urlOf(config, carrierKind, token), form);
  const header = (name: string) => (name === carrierHeader ? signature : undefined);
  await receiveCall(ctx, { kind: carrierKind, token }, { body: Buffer.from(form.toString()), header });
}

export { latestCalls } from './webhooks.calls.ts';
export { getLine, insertLine, renewLine, urlOf } from './webhooks.lines.ts';
