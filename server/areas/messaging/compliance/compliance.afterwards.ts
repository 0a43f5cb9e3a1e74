// Effects of bounces and complaints on later mail: addresses rest, and marketing mail pauses where too many
// receivers call it spam.
import { sql } from 'kysely';
import { complaintLimits, type MailHealth } from '#contract/services.ts';
import { audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { tellCompliance } from './compliance.rules.ts';

const restDays = 14;

export async function restAddress(tx: Tx, address: string, from: Date): Promise<void> {
  const until = new Date(from.getTime() + restDays * 86_400_000);
  await sql`
    insert into address_facts (company_id, address, resting_until, checked_at) values (${tx.companyId}, ${address}, ${until}, ${tx.clock()})
    on conflict (company_id, address) do update set resting_until = greatest(address_facts.resting_until, excluded.resting_until),
      checked_at = excluded.checked_at`.execute(tx.db);
}

/** Mails and complaints of the last 30 days. */
export async function getMailHealth(tx: Tx): Promise<MailHealth> {
  const since = new Date(tx.clock().getTime() - 30 * 86_400_000);
  const { rows } = await sql<Omit<MailHealth, 'state'>>`
    select
      (select coalesce(sum(s.sent), 0)::integer from sends s where s.company_id = ${tx.companyId} and s.created_at > ${since}) as sent,
      (select count(*) from message_events e where e.company_id = ${tx.companyId} and e.kind = 'complained' and e.at > ${since}) as complaints,
      (select l.marketing_paused_at from lanes l where l.company_id = ${tx.companyId} and l.channel = 'email') as paused_at`.execute(
    tx.db,
  );
  const { sent = 0, complaints = 0, paused_at = null } = rows[0] ?? {};
  return { sent, complaints, paused_at, state: paused_at ? 'paused' : stateOf(sent, complaints) };
}

const stateOf = (sent: number, complaints: number) => {
  const share = sent > 0 ? complaints / sent : 0;
  if (complaints >= complaintLimits.fewest && share >= complaintLimits.pause) return 'too_many';
  return complaints > 0 && share >= complaintLimits.warn ? 'warned' : 'good';
};

/** A single complaint among few mails pauses nothing. */
export async function pauseOnComplaints(tx: Tx): Promise<void> {
  const { state, sent, complaints } = await getMailHealth(tx);
  if (state !== 'too_many') return;
  await sql`
    update lanes set marketing_paused_at = ${tx.clock()} where company_id = ${tx.companyId} and channel = 'email'`.execute(tx.db);
  await audit(tx, {
    action: 'compliance.marketing_paused',
    of: { type: 'company', id: tx.companyId },
    after: { sent, complaints },
  });
  tellCompliance(tx);
}

/** Complaints up to now are forgiven: the next one counts anew with those of the last 30 days. */
export async function resumeMarketing(tx: Tx): Promise<MailHealth> {
  const { paused_at } = await getMailHealth(tx);
  if (paused_at !== null) {
    await sql`
      update lanes set marketing_paused_at = null where company_id = ${tx.companyId} and channel = 'email'`.execute(tx.db);
    await audit(tx, { action: 'compliance.marketing_resumed', of: { type: 'company', id: tx.companyId }, before: { paused_at } });
    tellCompliance(tx);
  }
  return getMailHealth(tx);
}
