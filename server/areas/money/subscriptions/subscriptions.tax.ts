// Tax of invoices. Prices include it: what people are shown is what they pay, and the part that is tax has an
// account of its own.
import { sql } from 'kysely';
import { bookOf, post } from '#areas/money/ledger/ledger.service.ts';
import { type Money, money } from '#contract/kit/money.ts';
import type { Tx } from '#kernel/context.ts';
import { getSetting } from '#kernel/settings.ts';
import { taxName, taxPercent } from './subscriptions.officeSettings.ts';

/** The tax columns of an invoice of this total, at today's rate; to whole cents. */
export async function taxOf(tx: Tx, total: number) {
  const points = Math.round((await getSetting(tx, taxPercent)) * 100);
  if (points === 0 || total === 0) return {};
  const tax = Math.round((total * points) / (10_000 + points) / 100) * 100;
  return { tax, tax_points: points, tax_name: await getSetting(tx, taxName) };
}

/** When an invoice is paid. */
export async function bookTax(tx: Tx, invoiceId: number): Promise<void> {
  const { tax } = await taxOfInvoice(tx, invoiceId);
  const [from, to] = [await bookOf(tx, 'plans'), await bookOf(tx, 'taxes')];
  if (tax > 0) await post(tx, [{ from, to, amount: money(tax), kind: 'tax', key: `tax:${invoiceId}` }]);
}

/** Of a refund: as much of the tax as of the whole. `back`: the refund failed later. */
export async function bookTaxOfRefund(
  tx: Tx,
  { refund, invoice, amount, back }: { refund: number; invoice: number; amount: Money; back: boolean },
): Promise<void> {
  const { tax, total } = await taxOfInvoice(tx, invoice);
  const part = money(total > 0 ? Math.round((tax * amount) / total / 100) * 100 : 0);
  if (part === 0) return;
  const [plans, taxes] = [await bookOf(tx, 'plans'), await bookOf(tx, 'taxes')];
  const [from, to] = back ? [plans, taxes] : [taxes, plans];
  await post(tx, [{ from, to, amount: part, kind: 'tax', key: `${back ? 'refund-back' : 'refund'}-tax:${refund}` }]);
}

async function taxOfInvoice(tx: Tx, id: number): Promise<{ tax: number; total: number }> {
  const { rows } = await sql<{ tax: number; total: number }>`
    select tax, total from invoices where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  return rows[0] ?? { tax: 0, total: 0 };
}
