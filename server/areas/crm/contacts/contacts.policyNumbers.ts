// Contacts found by the number of a policy or security: by the whole number, without regard to signs, spaces and case.
import { sql } from 'kysely';
import { policyNumberKey } from '#contract/kit/formats.ts';
import type { Tx } from '#kernel/context.ts';

/** Shorter texts are words. */
const shortest = 4;
const maxFound = 100;

/** `texts`: what a list searches for. Only a text alone may be a number; numbers are for users who may see them. */
export async function contactsWithPolicyNumber(tx: Tx, texts: string[]): Promise<number[]> {
  const key = policyNumberKey(texts.length === 1 ? (texts[0] ?? '') : '');
  if (key.length < shortest || !/\d/.test(key) || !tx.actor.has('policies.numbers')) return [];
  const { rows } = await sql<{ id: number }>`
    select distinct p.contact_id as id from policies p
    where p.company_id = ${tx.companyId} and p.number_blind = ${tx.seal.blind(key, tx.companyId)} and p.deleted_at is null
    limit ${maxFound}`.execute(tx.db);
  return rows.map(({ id }) => id);
}
