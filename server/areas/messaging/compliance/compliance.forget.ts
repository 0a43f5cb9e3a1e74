// Proof is deleted when the law's retention has passed, every night: of consents only what a later one has overtaken, or whose contact is gone.
import { sql } from 'kysely';
import type { Tx, WorkCtx } from '#kernel/context.ts';
import { forgetBatch, forgetInBatches } from '#kernel/jobs/forget.ts';
import { today } from './compliance.rules.ts';

export const forgetOldProof = (ctx: WorkCtx): Promise<void> => forgetInBatches(ctx, [forgetPasses, forgetConsents]);

async function forgetPasses(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from gate_passes where company_id = ${tx.companyId} and id in (
      select g.id from gate_passes g where g.company_id = ${tx.companyId} and g.at < ${oldestProof(tx)} order by g.at limit ${forgetBatch})`.execute(
    tx.db,
  );
  return Number(numAffectedRows);
}

async function forgetConsents(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from consents where company_id = ${tx.companyId} and id in (
      select k.id from consents k where k.company_id = ${tx.companyId} and k.at < ${oldestProof(tx)}
        and (not exists (select from contacts c where c.company_id = ${tx.companyId} and c.id = k.contact_id)
          or exists (select from consents n where n.company_id = ${tx.companyId} and n.contact_id = k.contact_id and n.channel = k.channel and n.at > k.at))
      order by k.at limit ${forgetBatch})`.execute(tx.db);
  return Number(numAffectedRows);
}

/** The same of recordings: never shorter than six years. */
export const oldestRecording = (tx: Tx) => sql`${today(tx)}::date - make_interval(years => greatest(6,
  (select max(r.amount) from contact_rules r where r.company_id = ${tx.companyId} and r.kind = 'recording_years' and not r.waived
    and r.effective_from <= ${today(tx)}::date and (r.effective_until is null or r.effective_until > ${today(tx)}::date)),
  (select max(l.amount) from law_rules l where l.kind = 'recording_years' and l.effective_from <= ${today(tx)}::date
    and (l.effective_until is null or l.effective_until > ${today(tx)}::date))))`;

/** The longest retention of law and company; a company that set the law's aside still keeps ten years. */
export const oldestProof = (tx: Tx) => sql`${today(tx)}::date - make_interval(years => greatest(10,
  (select max(r.amount) from contact_rules r where r.company_id = ${tx.companyId} and r.kind = 'retention_years' and not r.waived),
  (select max(l.amount) from law_rules l where l.kind = 'retention_years')))`;
