// Stored calls: a row each, which a job works on.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Services } from '#contract/services.ts';
import type { Tx } from '#kernel/context.ts';
import { webhookJobs } from './webhooks.jobs.ts';
import { sealedFor } from './webhooks.lines.ts';

/** The carrier's, which come by the hundred: one job takes all that wait. */
export const carrierKind = 'texts';

/** True calls, in their order. One that came before changes nothing. */
export async function storeCalls(tx: Tx, kind: string, bodies: readonly Buffer[]): Promise<void> {
  const rows = await tx.db
    .insertInto('hook_calls')
    .values(
      bodies.map((body) => ({
        company_id: tx.companyId,
        kind,
        body_hash: createHash('sha256').update(body).digest(),
        state: 'waiting',
        body_sealed: tx.seal.seal(body.toString('base64'), sealedFor.body, tx.companyId),
        size: body.length,
        received_at: tx.clock(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['company_id', 'kind', 'body_hash']).doNothing())
    .returning('id')
    .execute();
  if (rows.length === 0) return;
  if (kind === carrierKind) tx.enqueue(webhookJobs.take, { kind }, { key: kind });
  else for (const { id } of rows) tx.enqueue(webhookJobs.handle, { id });
}

/** A forged body is anybody's: its size is all that is kept, and nothing works on it. */
export const storeForged = (tx: Tx, kind: string, body: Buffer): Promise<unknown> =>
  tx.db
    .insertInto('hook_calls')
    .values({ company_id: tx.companyId, kind, state: 'forged', size: body.length, received_at: tx.clock() })
    .execute();

type LatestCalls = Pick<Services['inbound'], 'last_call_at' | 'last_forged_at' | 'failed'>;

/** Of one kind: the last true one, the last forged one within a day, and how many could not be worked on. */
export async function latestCalls(tx: Tx, kind: string): Promise<LatestCalls> {
  const { rows } = await sql<LatestCalls>`
    select
      (select h.received_at from hook_calls h where h.company_id = ${tx.companyId} and h.kind = ${kind} and h.state <> 'forged'
        order by h.received_at desc, h.id desc limit 1) as last_call_at,
      (select h.received_at from hook_calls h where h.company_id = ${tx.companyId} and h.kind = ${kind} and h.state = 'forged'
        and h.received_at > ${tx.clock()}::timestamptz - interval '1 day' order by h.received_at desc, h.id desc limit 1) as last_forged_at,
      (select count(*) from (select from hook_calls h where h.company_id = ${tx.companyId} and h.kind = ${kind} and h.state = 'failed' limit 1000) h) as failed`.execute(
    tx.db,
  );
  return rows[0] ?? { last_call_at: null, last_forged_at: null, failed: 0 };
}
