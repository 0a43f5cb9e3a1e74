// Every night: what contacts wrote goes when the law's retention has passed, in batches by an index. The
// sweeper removes its files.
import { sql } from 'kysely';
import { oldestProof } from '#areas/messaging/compliance/compliance.service.ts';
import type { Tx, WorkCtx } from '#kernel/context.ts';
import { forgetBatch, forgetInBatches } from '#kernel/jobs/forget.ts';

export const forgetOldReplies = (ctx: WorkCtx): Promise<void> => forgetInBatches(ctx, [forgetReceived, forgetConversations]);

async function forgetReceived(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from received_messages where company_id = ${tx.companyId} and id in (
      select r.id from received_messages r where r.company_id = ${tx.companyId} and r.at < ${oldestProof(tx)} order by r.at limit ${forgetBatch})`.execute(
    tx.db,
  );
  return Number(numAffectedRows);
}

async function forgetConversations(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from conversations where company_id = ${tx.companyId} and id in (
      select v.id from conversations v where v.company_id = ${tx.companyId} and v.last_at < ${oldestProof(tx)}
        and not exists (select from received_messages r where r.company_id = ${tx.companyId} and r.conversation_id = v.id)
      order by v.last_at limit ${forgetBatch})`.execute(tx.db);
  return Number(numAffectedRows);
}
