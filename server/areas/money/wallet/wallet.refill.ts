import { findChargeable } from '#areas/money/cards/cards.service.ts';
import { availableOf, findOwed, listPurses, lockWallet } from '#areas/money/ledger/ledger.service.ts';
import { type Money, money } from '#contract/kit/money.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { finishPayment, insertPayment } from './wallet.payments.ts';
import { askForRefill, countDecline, getRefillSettings, type RefillSettings } from './wallet.settings.ts';

/** Limit of automatic charges on one day: a fault of ours must not empty somebody's account. */
const maxRefillsOfDay = 10;

/** After a spend: asks for a refill where the wallet is below its threshold. */
export async function watchBalance(tx: Tx, userId: number): Promise<void> {
  const settings = await getRefillSettings(tx, userId);
  if (settings.tries === 0 && (await gapOf(tx, userId, settings)) !== null) askForRefill(tx, userId);
}

/** The job: as the user whose wallet it is. */
export async function refillWallet(ctx: WorkCtx, userId: number): Promise<void> {
  const id = await inTenant(ctx, (tx) => storeRefill(tx, userId));
  if (id !== null) await finishPayment(ctx, id);
}

async function storeRefill(tx: Tx, userId: number): Promise<number | null> {
  await lockWallet(tx, userId); // until it is stored: what another job charged just now counts
  const amount = await gapOf(tx, userId, await getRefillSettings(tx, userId));
  if (amount === null || (await countRefills(tx, userId)) >= maxRefillsOfDay) return null;
  const chargeable = await findChargeable(tx, userId);
  if (!chargeable) {
    await countDecline(tx, userId, 'no_card');
    return null;
  }
  const payment = { kind: 'refill', user_id: userId, amount, description: 'Automatic refill', return_url: null } as const;
  return insertPayment(tx, { ...payment, ...chargeable });
}

/** As many whole amounts as bring the wallet to its threshold, in one charge; null: none is needed, or none may happen. */
async function gapOf(tx: Tx, userId: number, { enabled, paused, threshold, amount }: RefillSettings): Promise<Money | null> {
  if (!enabled || paused !== null) return null;
  const available = availableOf(await listPurses(tx, userId));
  const gap = threshold - available + (await findOwed(tx, userId));
  return available < threshold ? money(Math.ceil(gap / amount) * amount) : null;
}

async function countRefills(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx.db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'refill')
    .where('created_at', '>', new Date(tx.clock().getTime() - 86_400_000).toISOString())
    .executeTakeFirstOrThrow();
  return count;
}
