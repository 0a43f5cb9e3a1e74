// A consent that is typed into the form of a contact is also a row of proof, one for each channel: the gate reads those alone.
import { sql } from 'kysely';
import type { ContactFields } from '#contract/contacts.ts';
import type { Tx } from '#kernel/context.ts';

/** After the contact's phones and e-mails are stored. */
export async function proveConsent(
  tx: Tx,
  id: number,
  { text, at, ip, source }: NonNullable<ContactFields['consent']>,
): Promise<void> {
  await sql`
    insert into consents (company_id, contact_id, kind, channel, purpose, address, text, at, ip, source, recorded_by)
    select ${tx.companyId}::bigint, c.id, 'given', channel, 'marketing', case channel when 'email' then c.email else c.phone end,
      ${text}, ${at}::timestamptz, ${ip}, ${source}, ${tx.actor.userId || null}::bigint
    from contacts c cross join unnest(array['email', 'text', 'call']) channel
    where c.company_id = ${tx.companyId} and c.id = ${id} on conflict do nothing`.execute(tx.db);
}
