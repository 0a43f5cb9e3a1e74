// How much mail leaves in a minute: of the company, and to each receiving service or domain.
import type { Tx } from '#kernel/context.ts';
import type { Pacing } from '../engine/sends.pace.ts';
import { sendPaces } from './sends.officeSettings.ts';

type Receiver = Exclude<keyof typeof sendPaces, 'all' | 'other'>;

/** Domains that one service receives for. */
const services: Record<Receiver, readonly string[]> = {
  gmail: ['gmail.com', 'googlemail.com'],
  yahoo: ['yahoo.com', 'ymail.com', 'aol.com', 'att.net', 'sbcglobal.net', 'verizon.net'],
  microsoft: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
};
const serviceOf = new Map(Object.entries(services).flatMap(([name, domains]) => domains.map((domain) => [domain, name])));

/** A service, else the address's own domain. */
export function receiverOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return serviceOf.get(domain) ?? domain;
}

const wholeCompany = '';

export const mailPacing: Pacing<{ address: string }> = {
  channel: 'email',
  receiversOf: ({ address }) => [wholeCompany, receiverOf(address)],
  unitsOf: () => 1,
  limitsOf: limitsOfMail,
};

async function limitsOfMail(tx: Tx): Promise<(receiver: string) => number> {
  const all = Object.entries(sendPaces);
  const stored = await tx.db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('company_id', '=', tx.companyId)
    .where('name', 'in', all.map(([, { name }]) => name)) // biome-ignore format: one line
    .execute();
  const limits = Object.fromEntries(
    all.map(([key, { name, schema, fallback }]) => [key, schema.safeParse(stored.find((row) => row.name === name)?.value).data ?? fallback]), // biome-ignore format: one line
  );
  return (receiver) => limits[receiver === wholeCompany ? 'all' : receiver in services ? receiver : 'other'] ?? 1;
}
