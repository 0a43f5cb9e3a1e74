// Gives each chosen contact its message: queued, waiting for its hour, or blocked with the reason. One statement a batch; a batch that runs again adds nothing.
import { sql } from 'kysely';
import { mayContact } from '#areas/messaging/compliance/compliance.service.ts';
import { isOfCompany, type MessageState } from '#contract/sendLists.ts';
import type { Tx } from '#kernel/context.ts';
import { countMoves, type StoredSend } from './sends.queries.ts';

/** Answers how many wait to be sent, and how many were blocked. */
export async function prepareMessages(
  tx: Tx,
  send: StoredSend,
  contactIds: number[],
): Promise<{ queued: number; blocked: number }> {
  if (contactIds.length === 0) return { queued: 0, blocked: 0 };
  const now = tx.clock();
  const asked = contactIds.map((contactId) => ({ contactId }));
  const decisions = await mayContact(tx, asked, { channel: 'email', purpose: send.purpose, at: now, ...agentOf(send) });
  const rows = decisions.map((decision) => ({
    contact_id: decision.contact_id,
    address: decision.address,
    state: decision.answer === 'no' ? 'blocked' : 'queued',
    reason: decision.reason,
    due_at: decision.until ?? now.toISOString(),
    decision,
  }));
  const onceKey = send.message_key ?? `send:${send.id}`;
  // By the clocks of the recipient: where these are in doubt, when the hour has come by all of them.
  const dueAt = send.local_at
    ? sql`greatest(due_at, (select max(${send.local_at}::timestamp at time zone z) from jsonb_array_elements_text(decision -> 'zones') z))`
    : sql`due_at`;
  const { rows: written } = await sql<{ state: MessageState }>`
    with decided as (
      select d.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        d (contact_id bigint, address text, state text, reason text, due_at timestamptz, decision jsonb)
      join contacts c on c.company_id = ${tx.companyId} and c.id = d.contact_id
    ), first as (
      insert into messages (company_id, send_id, contact_id, once_contact, address, once_key, once_address, state, reason, decision, due_at)
      select ${tx.companyId}::bigint, ${send.id}::bigint, contact_id, contact_id, address, ${onceKey},
        case when state = 'queued' then address end, state, reason, decision, ${dueAt}
      from decided order by contact_id
      on conflict do nothing returning contact_id, state
    ), doubles as (
      insert into messages (company_id, send_id, contact_id, once_contact, address, once_key, state, reason, decision, due_at)
      select ${tx.companyId}::bigint, ${send.id}::bigint, contact_id, contact_id, address, ${onceKey}, 'blocked', 'same_address', decision, due_at
      from decided where contact_id not in (select contact_id from first) order by contact_id
      on conflict do nothing returning state
    )
    select state from first union all select state from doubles`.execute(tx.db);
  await countMoves(
    tx,
    send.id,
    written.map(({ state }) => ({ from: null, to: state })),
  );
  const queued = written.filter(({ state }) => state === 'queued').length;
  return { queued, blocked: written.length - queued };
}

/** Whose licence counts: the sender's; for what comes from the company that of each contact's owner, else the sender's. */
export const agentOf = ({ kind, asked_by }: Pick<StoredSend, 'kind' | 'asked_by'>) =>
  isOfCompany(kind) ? { fallbackAgentId: asked_by } : { agentId: asked_by };
