// The consent in the form of a contact shows the newest proof in `consents`, which alone the gate reads. Both
// change in one transaction (decision 0055).
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

/**
 * Taken out of the form: no channel has it any more. Compliance records the contact's own revocations, which
 * stop the addresses, too.
 */
export async function withdrawConsent(tx: Tx, id: number): Promise<void> {
  await sql`
    insert into consents (company_id, contact_id, kind, channel, purpose, address, text, at, recorded_by)
    select ${tx.companyId}::bigint, ${id}::bigint, 'revoked', channel, 'marketing', '', 'Removed from the contact', ${tx.clock()}::timestamptz, ${tx.actor.userId || null}::bigint
    from unnest(array['email', 'text', 'call']) channel on conflict do nothing`.execute(tx.db);
}

/** After proof was added: the form shows the newest consent that nothing later took back on its channel. */
export async function showConsent(tx: Tx, id: number): Promise<void> {
  await sql`
    with newest as (
      select jsonb_build_object('text', k.text, 'at', k.at, 'ip', k.ip, 'source', k.source) as consent from consents k
      where k.company_id = ${tx.companyId} and k.contact_id = ${id} and k.kind = 'given' and k.purpose in ('all', 'marketing')
        and not exists (select from consents r where r.company_id = ${tx.companyId} and r.contact_id = ${id} and r.kind = 'revoked'
          and r.channel = k.channel and r.purpose in ('all', 'marketing') and r.address in ('', k.address) and (r.at, r.id) > (k.at, k.id))
      order by k.at desc, k.id desc limit 1)
    update contacts c set consent = (select consent from newest), version = version + 1, updated_at = now()
    where c.company_id = ${tx.companyId} and c.id = ${id} and c.consent is distinct from (select consent from newest)`.execute(
    tx.db,
  );
}
