// Snoozed conversations come back at their hour, unread.
import { sql } from 'kysely';
import type { Pump } from '#kernel/jobs/pump.ts';
import { tellConversations } from './conversations.tell.ts';

export const wakePump: Pump = {
  name: 'conversations.wake',
  async listDue(db, now, limit) {
    const { rows } = await sql<{ company_id: number }>`
      select company_id from conversations where snoozed_until <= ${now}::timestamptz group by company_id limit ${limit}`.execute(
      db,
    );
    return rows.map(({ company_id }) => company_id);
  },
  async turn(tx, limit) {
    // One that was written to meanwhile stands in the inbox already, read or unread as it is.
    const { rows } = await sql<{ id: number; owner_id: number | null }>`
      with due as (
        select id from conversations where company_id = ${tx.companyId} and snoozed_until <= ${tx.clock()}::timestamptz
        order by snoozed_until, id limit ${limit} for update skip locked)
      update conversations v set unread = v.unread or v.set_aside_at >= v.last_at, set_aside_at = null, snoozed_until = null
      from due where v.company_id = ${tx.companyId} and v.id = due.id returning v.id, v.owner_id`.execute(tx.db);
    await tellConversations(tx, rows);
    return rows.length;
  },
};
