// A contact's prescriptions as one list, which is read and replaced whole.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { journal, lockContact, mustAllowUpdate, mustReachContact, tellChanged } from '#areas/crm/contacts/contacts.service.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { maxPrescriptions, type Prescription, type updateRxDetails } from '#contract/prescriptions.ts';
import { audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';

/** Purpose of the seal (kernel/secrets/seal.ts). */
export const prescription = 'prescription';

/** Each look is an entry of the audit log. */
export async function viewPrescriptions(tx: Tx, contactId: number) {
  await mustReachContact(tx, contactId);
  await audit(tx, { action: 'prescriptions.viewed', of: { type: 'contact', id: contactId } });
  return load(tx, contactId);
}

export async function updatePrescriptions(
  tx: Tx,
  contactId: number,
  { rx_details, version }: InputOf<typeof updateRxDetails>['body'],
) {
  const contact = await lockContact(tx, contactId);
  mustAllowUpdate(tx, contact);
  const stored = await load(tx, contactId);
  if (stored.version !== version) throw fail('prescriptions.stale');
  if (rx_details.length > Math.max(maxPrescriptions, stored.data.length))
    throw wrong('rx_details', `A contact can have ${maxPrescriptions} prescriptions at most`);
  const known = new Map(stored.data.map((row) => [row.id, row]));
  const kept = new Set(rx_details.flatMap(({ id }) => id ?? []));
  if ([...kept].some((id) => !known.has(id))) throw fail('not_found');
  const removed = stored.data.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  const changed = rx_details.filter((row) => row.id === undefined || !isDeepStrictEqual(known.get(row.id), row));
  if (removed.length + changed.length === 0) return stored;
  if (removed.length > 0)
    await sql`delete from contact_prescriptions p where p.company_id = ${tx.companyId} and p.id = any(${removed}::bigint[])`.execute(
      tx.db,
    );
  for (const { id, ...details } of changed) {
    const details_sealed = tx.seal.seal(JSON.stringify(details), prescription, tx.companyId);
    if (id === undefined)
      await tx.db
        .insertInto('contact_prescriptions')
        .values({ company_id: tx.companyId, contact_id: contactId, details_sealed })
        .execute();
    else
      await tx.db
        .updateTable('contact_prescriptions')
        .set({ details_sealed, updated_at: sql`now()` })
        .where('company_id', '=', tx.companyId)
        .where('id', '=', id)
        .execute();
  }
  await journal(tx, { contactId, action: 'prescriptions_changed', after: { prescriptions: '(sealed)' } });
  await tellChanged(tx, contactId, contact);
  return load(tx, contactId);
}

async function load(tx: Tx, contactId: number): Promise<{ data: Prescription[]; version: string }> {
  const rows = await tx.db
    .selectFrom('contact_prescriptions')
    .select(['id', 'details_sealed'])
    .where('company_id', '=', tx.companyId)
    .where('contact_id', '=', contactId)
    .orderBy('id')
    .execute();
  const details = rows.map(
    ({ details_sealed }) => JSON.parse(tx.seal.openKept(details_sealed, prescription, tx.companyId)) as Omit<Prescription, 'id'>,
  );
  const data = rows.map(({ id }, place) => ({ id, ...(details[place] as Omit<Prescription, 'id'>) }));
  return { data, version: versionOf(data) };
}

/** Made of the rows, so that a merge, which brings rows, changes it too. */
export const versionOf = (prescriptions: readonly Prescription[]): string =>
  createHash('sha256').update(JSON.stringify(prescriptions)).digest('base64url');
