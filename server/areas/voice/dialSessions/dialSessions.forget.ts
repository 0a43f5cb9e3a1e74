// Every night: a session that nobody touched for a month ends, and one that ended long ago is deleted. Its
// calls stay as long as calls do.
import { sql } from 'kysely';
import type { Tx, WorkCtx } from '#kernel/context.ts';
import { forgetBatch, forgetInBatches } from '#kernel/jobs/forget.ts';
import { callOf } from './dialSessions.queries.ts';

const [idleDays, keptDays] = [30, 730];
const dayMs = 86_400_000;
const before = (tx: Tx, days: number) => sql`${new Date(tx.clock().getTime() - days * dayMs)}::timestamptz`;

export const forgetOldSessions = (ctx: WorkCtx): Promise<void> =>
  forgetInBatches(ctx, [endIdle, settleEnded, forgetContacts, forgetSessions]);

async function endIdle(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update dial_sessions set state = 'ended', ended_at = ${tx.clock()} where company_id = ${tx.companyId} and id in (
      select s.id from dial_sessions s where s.company_id = ${tx.companyId} and s.state <> 'ended' and s.changed_at < ${before(tx, idleDays)}
      limit ${forgetBatch})`.execute(tx.db);
  return Number(numAffectedRows);
}

/** As where the user ends one. */
async function settleEnded(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update dial_session_contacts t set state = case when e.call_id is null then 'waiting' else 'called' end, call_id = e.call_id, settled_at = s.ended_at
    from dial_sessions s
    join (select d.id, d.dial_session_id, coalesce(${callOf(tx)}, d.call_id) as call_id from dial_session_contacts d
      where d.company_id = ${tx.companyId} and d.state = 'current') e on e.dial_session_id = s.id
    where s.company_id = ${tx.companyId} and s.state = 'ended' and t.company_id = ${tx.companyId} and t.id = e.id`.execute(tx.db);
  return Number(numAffectedRows);
}

/** Before their session, which would take all of them with it in one transaction. */
async function forgetContacts(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from dial_session_contacts where company_id = ${tx.companyId} and id in (
      select d.id from dial_sessions s
      join dial_session_contacts d on d.company_id = ${tx.companyId} and d.dial_session_id = s.id
      where s.company_id = ${tx.companyId} and s.ended_at < ${before(tx, keptDays)} limit ${forgetBatch})`.execute(tx.db);
  return Number(numAffectedRows);
}

async function forgetSessions(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from dial_sessions where company_id = ${tx.companyId} and id in (
      select s.id from dial_sessions s where s.company_id = ${tx.companyId} and s.ended_at < ${before(tx, keptDays)}
      limit ${forgetBatch})`.execute(tx.db);
  return Number(numAffectedRows);
}
