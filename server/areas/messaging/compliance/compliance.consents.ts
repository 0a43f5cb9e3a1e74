// Consents that a contact gave or revoked, and inquiries: proof that is added and never changed.
import { sql } from 'kysely';
import {
  getContactById,
  journal,
  lockContact,
  mustAllowUpdate,
  showConsent,
  tellChanged,
  updateContactColumns,
} from '#areas/crm/contacts/contacts.service.ts';
import type { ConsentCreate, ContactConsent } from '#contract/compliance.ts';
import { channels as allChannels, type Channel } from '#contract/complianceLists.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { wrong } from '#kernel/errors.ts';
import { liftRevoked, personOf, suppress } from './compliance.suppressions.ts';

export const consentActions = ['consent_given', 'consent_revoked', 'inquiry_recorded'] as const;

export async function listConsents(tx: Tx, contactId: number, page: { page: number; limit: number }) {
  const { id } = await getContactById(tx, contactId);
  const { rows } = await sql<ContactConsent>`
    select ${columns(tx)} from consents k where k.company_id = ${tx.companyId} and k.contact_id = ${id}
    order by k.at desc, k.id desc ${pageSql(page)}`.execute(tx.db);
  const counted = await sql<{ count: number }>`
    select count(*) as count from consents k where k.company_id = ${tx.companyId} and k.contact_id = ${id}`.execute(tx.db);
  return { data: rows, meta: pageMeta(page, counted.rows[0]?.count ?? 0) };
}

/** A revocation stops every address of the contact at once; without one it marks the contact. */
export async function recordConsent(tx: Tx, contactId: number, given: ConsentCreate): Promise<{ data: ContactConsent[] }> {
  const stored = await lockContact(tx, contactId);
  mustAllowUpdate(tx, stored);
  if (Date.parse(given.at) > tx.clock().getTime() + 60_000) throw wrong('at', 'This is in the future');
  const contact = await getContactById(tx, contactId);
  const channels = allChannels.filter((channel) => given.channels.includes(channel));
  const addressesOf = (channel: Channel) =>
    channel === 'email' ? contact.emails.map(({ address }) => address.toLowerCase()) : contact.phones.map(({ number }) => number);
  const agreed = channels.map((channel) => ({ channel, address: given.kind === 'given' ? (addressesOf(channel)[0] ?? '') : '' }));
  const ids = await insertConsents(tx, contactId, given, agreed);
  if (given.kind !== 'inquiry') await showConsent(tx, contactId);
  if (given.kind === 'revoked') {
    const { purpose } = given;
    await suppress(tx, channels.flatMap((channel) => addressesOf(channel).map((address) => ({ channel, address, purpose, reason: 'revoked' as const, note: '' })))); // biome-ignore format: one line
    const marked = channels.filter((channel) => addressesOf(channel).length === 0);
    if (marked.length > 0) await mark(tx, contactId, marked);
  }
  if (given.kind === 'given') {
    const purposes = given.purpose === 'all' ? ['marketing', 'service', 'all'] : [given.purpose];
    await liftRevoked(tx, { agreed, purposes, at: given.at });
  }
  await journal(tx, {
    contactId,
    action: actionOf[given.kind],
    after: { 'consent.channels': channels.join(', '), 'consent.purpose': given.purpose, 'consent.text': given.text },
  });
  await tellChanged(tx, contactId, stored);
  const { rows } = await sql<ContactConsent>`
    select ${columns(tx)} from consents k where k.company_id = ${tx.companyId} and k.id = any(${ids}::bigint[]) order by k.id`.execute(
    tx.db,
  );
  return { data: rows };
}

const actionOf = { given: 'consent_given', revoked: 'consent_revoked', inquiry: 'inquiry_recorded' } as const;

async function insertConsents(
  tx: Tx,
  contact_id: number,
  { kind, purpose, text, at, ip, source }: ConsentCreate,
  addresses: { channel: Channel; address: string }[],
): Promise<number[]> {
  const row = { company_id: tx.companyId, contact_id, kind, purpose, text, at, ip, source, recorded_by: tx.actor.userId || null };
  const rows = await tx.db
    .insertInto('consents')
    .values(addresses.map((each) => ({ ...row, ...each })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function mark(tx: Tx, id: number, channels: Channel[]): Promise<void> {
  const flags = Object.fromEntries(channels.map((channel) => [`do_not_${channel}`, true]));
  await updateContactColumns(tx, id, flags);
  await journal(tx, { contactId: id, action: 'updated', before: Object.fromEntries(Object.keys(flags).map((flag) => [flag, false])), after: flags }); // biome-ignore format: one line
}

const columns = (tx: Tx) => sql`k.id, k.kind, k.channel, k.purpose, k.address, k.text, k.at, k.ip, k.source, k.recorded_at,
  ${personOf(tx, 'k.recorded_by')} as recorded_by`;
