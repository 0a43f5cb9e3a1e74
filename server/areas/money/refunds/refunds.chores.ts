// Compares the processor's list of charges with our payments. Nothing mends a difference automatically.
import { sql } from 'kysely';
import type { ListedCharge } from '#kernel/cards/cards.ts';
import type { Db } from '#kernel/db/database.ts';
import type { Chore } from '#kernel/jobs/housekeeping.ts';

const hourMs = 3_600_000;

export const refundChores: Chore[] = [
  {
    name: 'compare payments with the card processor',
    /**
     * Compares the last day's charges, without the last hour's, which settle first. Fails on a difference, so
     * that health says so.
     */
    async run(db, { cards, clock, log }) {
      if (!cards) return;
      const now = clock().getTime();
      const wrong = [];
      for await (const page of cards.listCharges(new Date(now - 25 * hourMs), new Date(now - hourMs)))
        wrong.push(...(await compare(db, page)));
      if (wrong.length === 0) return;
      log.error({ charges: wrong.slice(0, 100) }, 'the card processor has other payments than we');
      throw new Error('the card processor has other payments than we');
    },
  },
];

interface Ours {
  company_id: number;
  id: number;
  state: string;
  amount: number;
  refunded: number;
}

/** Charges that say that they are ours, and are not as we have them. */
async function compare(db: Db, page: ListedCharge[]): Promise<{ charge: string; why: string }[]> {
  const named = page.flatMap((charge) => {
    const [company, payment] = [Number(charge.metadata.company), Number(charge.metadata.payment)];
    return Number.isSafeInteger(company) && Number.isSafeInteger(payment) ? [{ ...charge, company, payment }] : [];
  });
  const { rows } = await sql<Ours>`
    select p.company_id, p.id, p.state, p.amount, coalesce(r.amount, 0)::bigint as refunded
    from payments p left join (
      select f.company_id, f.payment_id, sum(f.amount) as amount from refunds f
      where f.company_id = any(${named.map(({ company }) => company)}::bigint[]) and f.state = 'succeeded'
      group by f.company_id, f.payment_id) r on r.company_id = p.company_id and r.payment_id = p.id
    where p.company_id = any(${named.map(({ company }) => company)}::bigint[])
      and p.id = any(${named.map(({ payment }) => payment)}::bigint[])`.execute(db);
  const ours = new Map(rows.map((row) => [`${row.company_id}/${row.id}`, row]));
  return named.flatMap((charge) => {
    const why = differenceOf(charge, ours.get(`${charge.company}/${charge.payment}`));
    return why ? [{ charge: charge.id, why }] : [];
  });
}

function differenceOf({ state, cents, refundedCents }: ListedCharge, ours: Ours | undefined): string | null {
  if (!ours) return state === 'succeeded' ? 'there is no such payment' : null;
  if ((state === 'succeeded') !== (ours.state === 'succeeded')) return `it is ${state} there and ${ours.state} here`;
  if (cents * 100 !== ours.amount) return 'another amount';
  return refundedCents * 100 === ours.refunded ? null : 'another refund';
}
