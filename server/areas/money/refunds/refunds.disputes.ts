// A bank takes a payment back (a chargeback). It comes from the payer's wallet, and what that does not cover
// is a debt; if the bank decides for us, it is given back. A bank that only asks takes nothing. States only
// move forward.
import { sql } from 'kysely';
import { mustHaveCards } from '#areas/money/cards/cards.service.ts';
import { bookOf, lockWallet, payDebt, post, takeBack, walletOf } from '#areas/money/ledger/ledger.service.ts';
import { finishPayment, getPayment, pauseRefills } from '#areas/money/wallet/wallet.service.ts';
import { type Money, money } from '#contract/kit/money.ts';
import type { ProcessorDispute } from '#kernel/cards/cards.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { refundJobs } from './refunds.jobs.ts';

type State = ProcessorDispute['state'];

/** A bank may ask, close its question, and take the money later all the same. */
const ranks: Record<State, number> = { warning: 0, closed: 1, open: 2, lost: 3, won: 4 };
const isTaken = (state: State | null) => state === 'open' || state === 'lost';

export async function takeDispute(ctx: WorkCtx, paymentId: number, providerId: string): Promise<void> {
  await finishPayment(ctx, paymentId);
  const dispute = await mustHaveCards(ctx.platform).findDispute(providerId);
  const { company, payment } = dispute?.metadata ?? {};
  if (!dispute || company !== String(ctx.actor.companyId) || payment !== String(paymentId)) return;
  await inTenant(ctx, (tx) => applyDispute(tx, paymentId, dispute));
}

async function applyDispute(tx: Tx, paymentId: number, dispute: ProcessorDispute): Promise<void> {
  const { user_id } = await getPayment(tx, paymentId);
  await lockWallet(tx, user_id);
  const payment = await getPayment(tx, paymentId, { lock: true });
  if (payment.state !== 'succeeded') return;
  const before = await findDispute(tx, dispute.id);
  if (before && ranks[before.state] >= ranks[dispute.state]) return;
  const { id, amount } = await storeDispute(tx, { paymentId, user_id }, dispute);
  if (isTaken(dispute.state) && !isTaken(before?.state ?? null)) {
    await takeBack(tx, user_id, amount, { key: `dispute:${id}`, kind: 'dispute', note: 'Taken back by the bank of the card' });
    await pauseRefills(tx, user_id, 'disputed');
  }
  if (dispute.state === 'won' && isTaken(before?.state ?? null)) await giveBack(tx, user_id, { id, amount });
  tx.enqueue(refundJobs.mailDispute, { id });
  tx.tell({ event: 'wallet.changed' }, { to: [user_id] });
}

async function giveBack(tx: Tx, userId: number, { id, amount }: { id: number; amount: Money }): Promise<void> {
  const [from, to] = [await bookOf(tx, 'cards'), await walletOf(tx, userId)];
  const key = `dispute-won:${id}`;
  await post(tx, [{ from, to, amount, kind: 'dispute', key, note: 'The bank gave the payment back' }]);
  await payDebt(tx, userId, key);
}

async function findDispute(tx: Tx, providerId: string): Promise<{ id: number; state: State } | null> {
  const { rows } = await sql<{ id: number; state: State }>`
    select id, state from disputes where company_id = ${tx.companyId} and provider_id = ${providerId} for update`.execute(tx.db);
  return rows[0] ?? null;
}

/** Its amount is the first that we heard of. */
async function storeDispute(
  tx: Tx,
  { paymentId, user_id }: { paymentId: number; user_id: number },
  { id, cents, state, reason, answerBy }: ProcessorDispute,
): Promise<{ id: number; amount: Money }> {
  const now = tx.clock();
  const settled = state === 'warning' || state === 'open' ? null : now;
  const { rows } = await sql<{ id: number; amount: number }>`
    insert into disputes (company_id, payment_id, user_id, provider_id, amount, reason, state, answer_by, opened_at, settled_at)
    values (${tx.companyId}, ${paymentId}, ${user_id}, ${id}, ${cents * 100}, ${reason}, ${state}, ${answerBy}, ${now}, ${settled})
    on conflict (company_id, provider_id) do update
      set state = excluded.state, answer_by = excluded.answer_by, settled_at = excluded.settled_at, reason = excluded.reason
    returning id, amount`.execute(tx.db);
  const [row] = rows;
  if (!row) throw new Error('a dispute that was just stored is not there');
  return { id: row.id, amount: money(row.amount) };
}
