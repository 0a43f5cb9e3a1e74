// The first page of duplicates in a company of a million, over HTTP, against the bare grouping of the same
// three keys.
import { Client } from 'pg';
import { findDuplicates } from '#contract/duplicates.ts';
import { signIn } from './caller.ts';
import { largeCompany, people } from './largeCompany.ts';
import type { Product } from './product.ts';
import { byTurns, count, inMs, median, met, type Section, type Size, timed } from './support.ts';

/** Milliseconds. */
const aim = 2_000;

export async function benchDuplicates(product: Product, { contacts, rounds }: Size): Promise<Section> {
  const { companyId } = await largeCompany(product, contacts);
  const bare = new Client({ connectionString: product.adminUrl });
  await bare.connect();
  const rows: string[][] = [];
  try {
    for (const [name, email] of Object.entries(people)) {
      const caller = await signIn(product.port, email);
      const ours = () => timed(() => caller.call(findDuplicates, { body: {} }));
      const theirs = () => timed(() => groupAll(bare, companyId));
      await ours(); // warm
      await theirs();
      const [product_, limit] = await byTurns(rounds, ours, theirs);
      caller.close();
      const [ms, bareMs] = [median(product_.map((each) => each.ms)), median(limit.map((each) => each.ms))];
      const groups = product_[0]?.answer.meta.total_count ?? 0;
      rows.push([name, count(groups), inMs(ms), inMs(bareMs), (ms / bareMs).toFixed(1), met(`${aim / 1000} s`, ms < aim)]);
    }
  } finally {
    await bare.end();
  }
  return {
    name: 'duplicates',
    title: `Duplicates in a company of ${count(contacts)} contacts`,
    how:
      'POST /v1/contacts/duplicates, the first 50 groups by name and address, phone or e-mail, with their number. The limit is three statements of the ' +
      `superuser that group the whole company's contacts by these columns and count the groups. Median of ${rounds} rounds by turns.`,
    columns: ['As', 'Groups', 'Steward', 'Bare grouping of all', 'Ratio', 'Aim'],
    rows,
  };
}

async function groupAll(bare: Client, companyId: number): Promise<void> {
  for (const [key, there] of [
    ['phone', `phone <> ''`],
    ['email', `email <> ''`],
    ['address_key, name_key', `address_key <> ''`],
  ])
    await bare.query(
      `select count(*) from (select from contacts where company_id = $1 and deleted_at is null and ${there} group by ${key} having count(*) > 1) g`,
      [companyId],
    );
}
