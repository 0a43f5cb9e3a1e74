// Gives each chosen contact its message: queued, waiting for its hour, or blocked with the reason. One statement a batch; a batch that runs again adds nothing.
import { sql } from 'kysely';
import { storableDecisions } from '#areas/messaging/compliance/compliance.service.ts';
import { numbersFor } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import { isOfCompany, type MessageState } from '#contract/sendLists.ts';
import type { Tx } from '#kernel/context.ts';
import { countMoves, type StoredSend } from './sends.queries.ts';

/** Answers how many wait to be sent, and how many were blocked. */
export async function prepareMessages(
  tx: Tx,
  send: StoredSend,
  contactIds: number[],
  /** That its messages belong to; absent: texts belong to the one between their numbers. */
  conversationId: number | null = null,
): Promise<{ queued: number; blocked: number }> {
  if (contactIds.length === 0) return { queued: 0, blocked: 0 };
  const now = tx.clock();
  const { channel, purpose } = send;
  const onceKey = send.message_key ?? `send:${send.id}`;
  const asked = sql`select a.id as contact_id, null::text as address, a.id as position from unnest(${contactIds}::bigint[]) a (id)`;
  const decisions = await storableDecisions(tx, asked, { channel, purpose, at: now, ...agentOf(send) });
  const isText = channel === 'text';
  const senders = isText ? await numbersFor(tx, { userId: send.asked_by, contactIds }) : new Map<number, string>();
  // By the clocks of the recipient: where these are in doubt, when the hour has come by all of them.
  const dueAt = send.local_at
    ? sql`greatest(d.until, ${now}, (select max(${send.local_at}::timestamp at time zone z) from unnest(d.zones) z))`
    : sql`coalesce(d.until, ${now})`;
  const { rows } = await sql<{ state: MessageState; count: number }>`
    with decided as materialized (
      select d.contact_id, d.address, case when d.answer = 'no' or ${isText} and n.sender is null then 'blocked' else 'queued' end as state,
        case when d.answer <> 'no' and ${isText} and n.sender is null then 'no_number' else d.reason end as reason,
        d.decision, ${dueAt} as due_at, n.sender, coalesce(${conversationId}::bigint, v.id) as conversation_id
      from (${decisions}) d
      join contacts c on c.company_id = ${tx.companyId} and c.id = d.contact_id
      left join unnest(${[...senders.keys()]}::bigint[], ${[...senders.values()]}::text[]) n (contact_id, sender) on n.contact_id = d.contact_id
      left join conversations v on v.company_id = ${tx.companyId} and v.channel = 'text' and v.line = n.sender and v.their_address = d.address
    ), first as (
      insert into messages (company_id, send_id, contact_id, once_contact, address, once_key, once_address, state, reason, decision, due_at, sender, conversation_id)
      select ${tx.companyId}::bigint, ${send.id}::bigint, contact_id, contact_id, address, ${onceKey},
        case when state = 'queued' then address end, state, reason, decision, due_at, sender, conversation_id
      from decided order by contact_id
      on conflict do nothing returning contact_id, state
    ), doubles as (
      insert into messages (company_id, send_id, contact_id, once_contact, address, once_key, state, reason, decision, due_at, sender)
      select ${tx.companyId}::bigint, ${send.id}::bigint, contact_id, contact_id, address, ${onceKey}, 'blocked', 'same_address', decision, due_at, sender
      from decided where contact_id not in (select contact_id from first) order by contact_id
      on conflict do nothing returning state
    )
    select state, count(*)::integer as count from (select state from first union all select state from doubles) w group by state`.execute(
    tx.db,
  );
  await countMoves(
    tx,
    send.id,
    rows.map(({ state, count }) => ({ from: null, to: state, count })),
  );
  const countOf = (wanted: MessageState) => rows.find(({ state }) => state === wanted)?.count ?? 0;
  return { queued: countOf('queued'), blocked: countOf('blocked') };
}

/** The agent whose license counts: the sender; for sends of the company each contact's owner, else the sender. */
export const agentOf = ({ kind, asked_by }: Pick<StoredSend, 'kind' | 'asked_by'>) =>
  isOfCompany(kind) ? { fallbackAgentId: asked_by } : { agentId: asked_by };
