// Invented policies and securities of the demo's clients: most have one, some two, a few a security besides.
import { sql } from 'kysely';
import { policyNumber } from '#areas/crm/policies/policies.service.ts';
import { policyNumberKey } from '#contract/kit/formats.ts';
import type { Copy } from '#kernel/db/copy.ts';
import type { Db } from '#kernel/db/database.ts';
import type { Seal } from '#kernel/secrets/seal.ts';
import { dayNumber, dayText } from './days.ts';
import { type Random, seeded, weighted } from './random.ts';

const products = [
  'Term 20',
  'Whole life',
  'Final expense 10',
  'Plan G',
  'Plan N',
  'Advantage HMO',
  'Dental & vision',
  'Cancer cover',
];
const funds = ['Fixed annuity 7', 'Indexed annuity 10', 'Balanced fund'];
const statuses = weighted([
  ['in_force', 8],
  ['pending', 1],
  ['lapsed', 1],
] as const);

const columns = [
  'company_id', 'contact_id', 'kind', 'carrier_id', 'category_id', 'agent_id', 'product', 'number_sealed', 'number_blind', 'premium',
  'commission', 'premium_mode', 'effective_date', 'renewal_date', 'status', 'beneficiaries',
]; // biome-ignore format: columns

interface Client {
  id: number;
  owner_id: number | null;
  category_id: number | null;
  last_name: string;
}

/** Clients stay clients: those with a policy in force are ones by their policies. */
export async function copyPolicies(
  db: Db,
  copy: Copy,
  { id: companyId, carrierIds = [], today }: { id: number; carrierIds?: readonly number[]; today: string },
  seal: Seal,
): Promise<void> {
  const { rows: clients } = await sql<Client>`
    select c.id, c.owner_id, c.category_id, c.last_name from contacts c
    where c.company_id = ${companyId} and c.kind = 'client' order by c.id`.execute(db);
  const random = seeded(companyId);
  const rows = function* () {
    for (const client of clients) {
      const count = random.next() < 0.85 ? random.int(1, 2) : 0;
      for (let place = 0; place < count; place++) yield policyOf(random, client, 'policy');
      if (random.chance(0.1)) yield policyOf(random, client, 'security');
    }
  };
  const policyOf = (random: Random, { id, owner_id, category_id, last_name }: Client, kind: 'policy' | 'security') => {
    const began = dayNumber(today) - random.int(20, 1_400);
    const status = random.pick(statuses);
    const next = began + Math.ceil((dayNumber(today) - began) / 365) * 365;
    const number = `${random.pick(['KP', 'LM', 'GF', 'HL'])}-${random.int(100_000, 9_999_999)}`;
    const premium = random.int(18, 420) * 10_000 + random.pick([0, 5_000, 9_900]);
    return [
      companyId, id, kind, random.pick(carrierIds), category_id, owner_id, random.pick(kind === 'policy' ? products : funds),
      seal.seal(number, policyNumber, companyId), seal.blind(policyNumberKey(number), companyId), premium, premium * 2,
      random.pick(['monthly', 'monthly', 'quarterly', 'annual']), dayText(began), status === 'in_force' ? dayText(next) : null, status,
      JSON.stringify(random.chance(0.5) ? [{ name: `Alex ${last_name}`.trim(), relation: 'Spouse', share: 100 }] : []),
    ]; // biome-ignore format: as the columns
  };
  await copy('policies', columns, rows());
  await sql`
    update contacts c set kind_by_policies = 'client' where c.company_id = ${companyId} and c.id in (
      select p.contact_id from policies p where p.company_id = ${companyId} and p.status = 'in_force')`.execute(db);
}
