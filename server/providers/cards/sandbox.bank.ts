// Money that goes back at the demo's processor: refunds, disputes, and what banks do by themselves. Each
// change is an event, told to us as Stripe tells it.
import { sql } from 'kysely';
import type { SandboxCardAct } from '#contract/sandboxCardLists.ts';
import type { Db } from '#kernel/db/database.ts';
import { type Answer, find, found, metadataOf, nameOf, ok, refuse, type Stored, store } from './sandbox.store.ts';

const dayMs = 86_400_000;

/** Everything that belongs to a charge is stored under the charge's name. */
export async function listOf(db: Db, kind: 'refund' | 'dispute', charge: string): Promise<Stored[]> {
  const { rows } = await sql<{ body: Stored }>`
    select body from sandbox_cards where kind = ${kind} and customer = ${charge} order by created_at desc, id limit 100`.execute(
    db,
  );
  return rows.map(({ body }) => body);
}

export async function makeRefund(db: Db, form: URLSearchParams): Promise<Answer> {
  const charge = form.get('payment_intent') ?? '';
  const intent = await find(db, 'intent', charge);
  const no = (code: string) => refuse(400, { type: 'invalid_request_error', code });
  if (intent?.status !== 'succeeded') return no('resource_missing');
  if ((await listOf(db, 'dispute', charge)).some(({ status }) => status !== 'won' && status !== 'warning_closed'))
    return no('charge_disputed');
  const left = Number(intent.amount) - (await refundedOf(db, charge));
  const amount = Number(form.get('amount') ?? left);
  if (!(amount > 0) || amount > left) return no('charge_already_refunded');
  const refund = { id: nameOf('re'), amount, payment_intent: charge, status: 'succeeded', metadata: metadataOf(form) };
  await store(db, 'refund', refund, charge);
  await note(db, 'refund.created', refund);
  await note(db, 'charge.refunded', { id: nameOf('ch'), payment_intent: charge });
  return ok(refund);
}

async function refundedOf(db: Db, charge: string): Promise<number> {
  const made = (await listOf(db, 'refund', charge)).filter(({ status }) => status !== 'failed');
  return made.reduce((sum, { amount }) => sum + Number(amount), 0);
}

export const listRefunds = async (db: Db, charge: string): Promise<Answer> => ok({ data: await listOf(db, 'refund', charge) });
export const answerRefund = (db: Db, id: string) => withCharge(db, 'refund', id);
export const answerDispute = (db: Db, id: string) => withCharge(db, 'dispute', id);

async function withCharge(db: Db, kind: string, id: string): Promise<Answer> {
  const body = await find(db, kind, id);
  return found(body && { ...body, payment_intent: await find(db, 'intent', String(body.payment_intent)) });
}

/** False where it cannot be done now. */
export async function act(db: Db, charge: string, what: SandboxCardAct): Promise<boolean> {
  const intent = await find(db, 'intent', charge);
  if (intent?.status !== 'succeeded') return false;
  if (what === 'fail_refund') return failRefund(db, charge);
  // Without our metadata, as on the processor's own page: the rest of it.
  if (what === 'refund') return (await makeRefund(db, new URLSearchParams({ payment_intent: charge }))).status < 400;
  if (what === 'expire_card') return expire(db, String(intent.payment_method));
  const [dispute] = await listOf(db, 'dispute', charge);
  const open = dispute?.status === 'needs_response';
  if (what === 'ask' || what === 'dispute') {
    if (dispute && (what === 'ask' || dispute.status !== 'warning_needs_response')) return false;
    const began = dispute ?? newDispute(intent);
    const status = what === 'ask' ? 'warning_needs_response' : 'needs_response';
    await change(db, 'dispute', { ...began, status }, charge, dispute ? 'charge.dispute.updated' : 'charge.dispute.created');
    if (what === 'dispute') await note(db, 'charge.dispute.funds_withdrawn', began);
    return true;
  }
  if (!dispute || (!open && dispute.status !== 'warning_needs_response')) return false;
  const status = open ? (what === 'win' ? 'won' : 'lost') : 'warning_closed';
  await change(db, 'dispute', { ...dispute, status }, charge, 'charge.dispute.closed');
  return true;
}

const newDispute = ({ id, amount }: Stored): Stored => ({
  id: nameOf('dp'),
  amount,
  payment_intent: id,
  reason: 'fraudulent',
  evidence_details: { due_by: Math.floor((Date.now() + 9 * dayMs) / 1000) },
});

async function failRefund(db: Db, charge: string): Promise<boolean> {
  const refund = (await listOf(db, 'refund', charge)).find(({ status }) => status === 'succeeded');
  if (!refund) return false;
  const failed = { ...refund, status: 'failed', failure_reason: 'lost_or_stolen_card' };
  await change(db, 'refund', failed, charge, 'refund.failed');
  return true;
}

/** Its last month is over, so the next charge is refused. */
async function expire(db: Db, id: string): Promise<boolean> {
  const method = await find(db, 'method', id);
  if (!method) return false;
  const last = new Date(Date.now() - 40 * dayMs);
  const card = { ...(method.card as object), exp_month: last.getUTCMonth() + 1, exp_year: last.getUTCFullYear() };
  await change(db, 'method', { ...method, card, outcome: 'expired_card' }, String(method.customer), 'payment_method.updated');
  return true;
}

async function change(db: Db, kind: string, body: Stored, of: string, type: string): Promise<void> {
  await store(db, kind, body, of);
  await note(db, type, body);
}

/** A call to us that is not made yet. As Stripe's, it shows the object as it was then. */
const note = (db: Db, type: string, object: Stored) => store(db, 'event', { id: nameOf('evt'), type, data: { object } });
