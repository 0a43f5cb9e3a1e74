// Every night: what happened to mails goes after some months, the mails themselves when the law's retention
// has passed. In batches, each by an index.
import { sql } from 'kysely';
import { oldestProof } from '#areas/messaging/compliance/compliance.service.ts';
import type { Tx, WorkCtx } from '#kernel/context.ts';
import { forgetBatch, forgetInBatches } from '#kernel/jobs/forget.ts';
import { getSetting } from '#kernel/settings.ts';
import { eventMonths } from './mails/sends.officeSettings.ts';

export const forgetOldMail = (ctx: WorkCtx): Promise<void> => forgetInBatches(ctx, [forgetEvents, forgetMessages, forgetSends]);

async function forgetEvents(tx: Tx): Promise<number> {
  const months = await getSetting(tx, eventMonths);
  const { numAffectedRows = 0n } = await sql`
    delete from message_events where company_id = ${tx.companyId} and id in (
      select e.id from message_events e where e.company_id = ${tx.companyId} and e.at < ${tx.clock()}::timestamptz - make_interval(months => ${months})
      order by e.at limit ${forgetBatch})`.execute(tx.db);
  return Number(numAffectedRows);
}

/** Waiting messages stay: they are no proof yet. */
async function forgetMessages(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from messages where company_id = ${tx.companyId} and id in (
      select m.id from messages m where m.company_id = ${tx.companyId} and m.created_at < ${oldestProof(tx)} and m.state not in ('queued', 'sending')
      order by m.created_at, m.id limit ${forgetBatch})`.execute(tx.db);
  return Number(numAffectedRows);
}

async function forgetSends(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from sends where company_id = ${tx.companyId} and id in (
      select s.id from sends s where s.company_id = ${tx.companyId} and s.created_at < ${oldestProof(tx)} and s.status in ('done', 'cancelled', 'failed')
        and not exists (select from messages m where m.company_id = ${tx.companyId} and m.send_id = s.id)
      order by s.created_at, s.id limit ${forgetBatch})`.execute(tx.db);
  return Number(numAffectedRows);
}
