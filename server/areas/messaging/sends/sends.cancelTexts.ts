import { sql } from 'kysely';
import type { MessageState } from '#contract/sendLists.ts';
import type { Tx } from '#kernel/context.ts';
import { countMoves, lockSend } from './sends.queries.ts';
import { tellSend } from './sends.tell.ts';

/** Everything that waits for this number is cancelled: its owner sent STOP. What is on its way arrives. */
export async function cancelTextsTo(tx: Tx, address: string): Promise<void> {
  const { rows: sends } = await sql<{ id: number }>`
    select distinct m.send_id as id from messages m join sends s on s.company_id = ${tx.companyId} and s.id = m.send_id
    where m.company_id = ${tx.companyId} and m.address = ${address} and m.state = 'queued' and s.channel = 'text' and s.purpose <> 'compliance'
    order by 1`.execute(tx.db);
  for (const { id } of sends) {
    const send = await lockSend(tx, id);
    const { rows } = await sql`
      update messages set state = 'cancelled', reason = 'suppressed' where company_id = ${tx.companyId} and send_id = ${id}
        and address = ${address} and state = 'queued' returning id`.execute(tx.db);
    if (!send || rows.length === 0) continue;
    await countMoves(tx, id, rows.map(() => ({ from: 'queued' as MessageState, to: 'cancelled' as MessageState }))); // biome-ignore format: one line
    tellSend(tx, send);
  }
}
