// Every night: recordings go when the law's time has passed (a dated rule), calls when that of proof has. The
// sweeper removes the bytes.
import { sql } from 'kysely';
import { oldestProof, oldestRecording } from '#areas/messaging/compliance/compliance.service.ts';
import type { Tx, WorkCtx } from '#kernel/context.ts';
import { forgetBatch, forgetInBatches } from '#kernel/jobs/forget.ts';

export const forgetOldCalls = (ctx: WorkCtx): Promise<void> => forgetInBatches(ctx, [forgetRecordings, forgetCalls, forgetWaits]);

async function forgetRecordings(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from call_files where company_id = ${tx.companyId} and id in (
      select f.id from call_files f where f.company_id = ${tx.companyId} and f.started_at < ${oldestRecording(tx)}
      order by f.started_at limit ${forgetBatch})`.execute(tx.db);
  return Number(numAffectedRows);
}

async function forgetCalls(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from calls where company_id = ${tx.companyId} and id in (
      select k.id from calls k where k.company_id = ${tx.companyId} and k.started_at < ${oldestProof(tx)} and k.state = 'ended'
      order by k.started_at, k.id limit ${forgetBatch})`.execute(tx.db);
  return Number(numAffectedRows);
}

async function forgetWaits(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from waiting_calls where company_id = ${tx.companyId} and id in (
      select w.id from waiting_calls w where w.company_id = ${tx.companyId} and w.started_at < ${oldestProof(tx)} and w.ended_at is not null
      order by w.started_at, w.id limit ${forgetBatch})`.execute(tx.db);
  return Number(numAffectedRows);
}
