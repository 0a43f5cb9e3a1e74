// The content of an invoice, or of the receipt of a top-up.
import { sql } from 'kysely';
import { postalAddress } from '#areas/company/settings/settings.service.ts';
import { type Money, minus, money } from '#contract/kit/money.ts';
import { ianaZones } from '#contract/lookups.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { getSetting } from '#kernel/settings.ts';

export interface InvoiceDocument {
  title: 'Invoice' | 'Receipt';
  number: number;
  paidAt: Date;
  /** Days as `11/24/2026`, by the payer's clock. */
  paidOn: string;
  period: { from: string; to: string } | null;
  company: { name: string; address: string };
  payer: { name: string; email: string };
  card: string;
  lines: { text: string; quantity: number; price: Money; amount: Money }[];
  /** Included in the prices; null where the company has none. */
  tax: { name: string; percent: string; amount: Money } | null;
  total: Money;
  refunded: Money;
}

interface Row {
  id: number;
  kind: 'top_up' | 'refill' | 'invoice';
  amount: number;
  refunded: number;
  description: string;
  card: string;
  settled_at: string;
  number: number | null;
  lines: { text: string; quantity: number; price: number; amount: number }[] | null;
  tax: number | null;
  tax_name: string | null;
  tax_points: number | null;
  starts_at: string | null;
  ends_at: string | null;
  company: string;
  name: string;
  email: string;
  timezone: keyof typeof ianaZones;
}

/** Of a payment that was paid: the user's own, or for administrators of money any. */
export async function getDocument(tx: Tx, paymentId: number): Promise<InvoiceDocument> {
  const whose = tx.actor.has('money.manage') ? sql`true` : sql`p.user_id = ${tx.actor.userId}`;
  const { rows } = await sql<Row>`
    select p.id, p.kind, p.amount, p.refunded, p.description, p.card, p.settled_at, i.number, i.lines, i.tax, i.tax_name, i.tax_points,
      i.starts_at, i.ends_at, c.name as company, trim(u.first_name || ' ' || u.last_name) as name, u.email, u.timezone
    from payments p
      join users u on u.company_id = ${tx.companyId} and u.id = p.user_id
      join companies c on c.company_id = ${tx.companyId}
      left join invoices i on i.company_id = ${tx.companyId} and i.id = p.invoice_id
    where p.company_id = ${tx.companyId} and p.id = ${paymentId} and p.state = 'succeeded' and ${whose}`.execute(tx.db);
  const [row] = rows;
  if (!row) throw fail('not_found');
  const day = new Intl.DateTimeFormat('en-US', {
    timeZone: ianaZones[row.timezone],
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const dayOf = (moment: string | number) => day.format(new Date(moment));
  const total = money(row.amount);
  const words = { top_up: 'Top-up of the wallet', refill: 'Automatic refill of the wallet', invoice: 'Plan' };
  const single = { text: row.description || words[row.kind], quantity: 1, price: total, amount: total };
  const lines = row.lines?.map((line) => ({ ...line, price: money(line.price), amount: money(line.amount) }));
  return {
    title: row.number === null ? 'Receipt' : 'Invoice',
    number: row.number ?? row.id,
    paidAt: new Date(row.settled_at),
    paidOn: dayOf(row.settled_at),
    // The end of a period is the first moment of the next one.
    period: row.starts_at && row.ends_at ? { from: dayOf(row.starts_at), to: dayOf(Date.parse(row.ends_at) - 1) } : null,
    company: { name: row.company, address: await getSetting(tx, postalAddress) },
    payer: { name: row.name, email: row.email },
    card: row.card,
    lines: lines ?? [single],
    tax: row.tax ? { name: row.tax_name ?? 'Tax', percent: percentOf(row.tax_points ?? 0), amount: money(row.tax) } : null,
    total,
    refunded: money(row.refunded),
  };
}

/** `725` is 7.25 %. */
const percentOf = (points: number) => String(points / 100);

export const netOf = ({ total, tax }: Pick<InvoiceDocument, 'total' | 'tax'>): Money => (tax ? minus(total, tax.amount) : total);
