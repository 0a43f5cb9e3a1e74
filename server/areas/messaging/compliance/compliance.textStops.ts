// STOP and START of a number: each counts at once, and is written down with the words.
import { sql } from 'kysely';
import { journal } from '#areas/crm/contacts/contacts.service.ts';
import type { Tx } from '#kernel/context.ts';
import { tellCompliance } from './compliance.rules.ts';
import { suppress } from './compliance.suppressions.ts';

interface Said {
  /** Ten digits. */
  address: string;
  contactId: number | null;
  words: string;
  at: Date;
}

/** Marks what START takes back; other reasons stay. */
const byText = 'STOP by text';

/** False where the person has stopped the number already. */
export async function stopTexts(tx: Tx, said: Said): Promise<boolean> {
  const { address, at } = said;
  const ids = await suppress(tx, [{ channel: 'text', address, purpose: 'all', reason: 'revoked', note: byText }], at);
  if (ids.length === 0) return false;
  await prove(tx, 'revoked', said);
  tellCompliance(tx);
  return true;
}

/** False where the number was not stopped by a text before, or another reason still stops it. */
export async function startTexts(tx: Tx, said: Said): Promise<boolean> {
  const { rows } = await sql`
    update suppressions set lifted_at = ${tx.clock()}, lift_note = 'START by text'
    where company_id = ${tx.companyId} and channel = 'text' and address = ${said.address} and lifted_at is null and reason = 'revoked'
      and note = ${byText} and created_at <= ${said.at} returning id`.execute(tx.db);
  if (rows.length === 0) return false;
  tellCompliance(tx);
  if (said.contactId !== null) await journal(tx, { contactId: said.contactId, action: 'consent_given', after: proofOf(said) });
  return !(await isStopped(tx, said.address));
}

async function isStopped(tx: Tx, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from suppressions where company_id = ${tx.companyId} and channel = 'text' and address = ${address} and purpose = 'all'
      and lifted_at is null limit 1`.execute(tx.db);
  return rows.length > 0;
}

const proofOf = ({ words }: Said) => ({
  'consent.channels': 'text',
  'consent.purpose': 'all',
  'consent.text': words.slice(0, 500),
});

async function prove(tx: Tx, kind: 'revoked', said: Said): Promise<void> {
  const { contactId: contact_id, address, words: text, at } = said;
  if (contact_id === null) return;
  await tx.db
    .insertInto('consents')
    .values({
      company_id: tx.companyId,
      contact_id,
      kind,
      channel: 'text',
      purpose: 'all',
      address,
      text: text.slice(0, 500),
      at,
      source: 'A text of the contact',
    })
    .execute();
  await journal(tx, { contactId: contact_id, action: 'consent_revoked', after: proofOf(said) });
}
