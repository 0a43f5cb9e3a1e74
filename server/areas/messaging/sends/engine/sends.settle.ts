// Writes down what became of claimed messages: their state, the counts of their sends, the timelines of their contacts.
import { sql } from 'kysely';
import { tellChanged } from '#areas/crm/contacts/contacts.service.ts';
import { passesOf } from '#areas/messaging/compliance/compliance.service.ts';
import type { MergeValues } from '#contract/kit/mergeFields.ts';
import type { MessageState, SendChannel } from '#contract/sendLists.ts';
import type { Tx } from '#kernel/context.ts';
import type { CodeMeaning } from '#kernel/telephony/telephony.ts';
import { countMoves } from './sends.queries.ts';
import { tellSend } from './sends.tell.ts';

export interface Settled {
  id: number;
  send_id: number;
  contact_id: number | null;
  /** A message that someone else has settled or claimed meanwhile is left alone. Null: of a version without claims. */
  claim: string | null;
  /** `sending`: not known yet. */
  state: MessageState;
  reason?: string | null;
  due_at?: string;
  /** Of a mail that was sent. */
  subject?: string;
  merge?: MergeValues;
  provider_id?: string | null;
  /** Of a text that was sent: as the carrier counts. */
  segments?: number;
  /** The code of the carrier that refused it, and what that says of the number. */
  carrier_code?: string;
  means?: CodeMeaning | null;
}

/** A message whose state is written. */
export interface Written {
  id: number;
  send_id: number;
  contact_id: number | null;
  channel: SendChannel;
  address: string;
  claim: string | null;
  held: boolean;
  licence_id: number | null;
  licence_period: number | null;
  units: number | null;
  segments: number | null;
  media: string[];
  state: MessageState;
  asked_by: number;
  owner_id: number | null;
  pool_id: number | null;
  means: CodeMeaning | null;
}

/** `heed`: what follows for this channel. */
export async function settle(
  tx: Tx,
  all: readonly Settled[],
  heed?: (tx: Tx, written: readonly Written[]) => Promise<void>,
): Promise<void> {
  const rows = all.filter(({ state }) => state !== 'sending');
  if (rows.length === 0) return;
  const now = tx.clock();
  const sendIds = [...new Set(rows.map(({ send_id }) => send_id))];
  // A cancel waits until these are counted.
  await sql`
    select from sends where company_id = ${tx.companyId} and id = any(${sendIds}::bigint[]) order by id for update`.execute(
    tx.db,
  );
  // Messages that may have arrived count, too: for the limit of a day, and as proof.
  const passed = passesOf(
    tx,
    sql`select t.decision from settled t where t.state in ('sent', 'unknown') and t.decision ->> 'answer' = 'yes'`,
  );
  const { rows: written } = await sql<Omit<Written, 'means'>>`
    with settled as (
      update messages m set state = case when r.state = 'queued' and s.status in ('cancelled', 'failed') then 'cancelled' else r.state end, reason = r.reason, due_at = coalesce(r.due_at, m.due_at), subject = coalesce(r.subject, m.subject),
        provider_id = coalesce(r.provider_id, m.provider_id), merge = coalesce(r.merge, m.merge), claimed_at = null, claim = null,
        sent_at = case when r.state = 'sent' then ${now}::timestamptz end,
        segments = least(m.segments, r.segments), price = case when r.state = 'sent' then case when s.media = '{}' then m.price * least(m.segments, r.segments) / m.segments else m.price end end,
        carrier_code = r.carrier_code,
        tries = m.tries - (r.state = 'queued' and r.reason is distinct from 'unavailable')::integer,
        once_address = case when r.state = 'blocked' then null else m.once_address end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        r (id bigint, claim uuid, state text, reason text, due_at timestamptz, subject text, merge jsonb, provider_id text, segments integer, carrier_code text)
      cross join sends s
      where s.company_id = ${tx.companyId} and s.id = m.send_id and m.company_id = ${tx.companyId} and m.id = r.id and m.state = 'sending' and m.claim is not distinct from r.claim
      returning m.id, m.send_id, m.contact_id, m.state, m.subject, m.decision, m.address, m.body, m.held, m.licence_id, m.licence_period, m.units, m.segments, r.claim
    ), told as (
      insert into contact_changes (company_id, contact_id, action, actor_id, impersonator_id, after)
      select ${tx.companyId}::bigint, t.contact_id, case s.channel when 'text' then 'text_sent' else 'email_sent' end, s.asked_by, s.impersonator_id,
        jsonb_strip_nulls(case s.channel
          when 'text' then jsonb_build_object('text.body', t.body, 'text.message_id', t.id, 'text.campaign', s.campaign_name)
          else jsonb_build_object('email.subject', t.subject, 'email.message_id', t.id, 'email.campaign', s.campaign_name) end)
      from settled t join sends s on s.company_id = ${tx.companyId} and s.id = t.send_id
      where t.state = 'sent' and t.contact_id is not null returning contact_id
    ), passed as (${passed})
    select t.id, t.send_id, t.contact_id, t.state, t.address, t.claim, t.held, t.licence_id, t.licence_period, t.units, t.segments, s.channel, s.media, s.asked_by, c.owner_id, c.pool_id
    from settled t
    join sends s on s.company_id = ${tx.companyId} and s.id = t.send_id
    left join contacts c on c.company_id = ${tx.companyId} and c.id = t.contact_id`.execute(tx.db);
  const meanings = new Map(rows.map(({ id, means = null }) => [id, means]));
  await heed?.(
    tx,
    written.map((row) => ({ ...row, means: meanings.get(row.id) ?? null })),
  );
  const sends = Map.groupBy(written, ({ send_id }) => send_id);
  for (const [id, moved] of [...sends].sort(([a], [b]) => a - b)) {
    await countMoves(
      tx,
      id,
      moved.map(({ state }) => ({ from: 'sending', to: state })),
    );
    const [first] = moved;
    if (first) tellSend(tx, { id, asked_by: first.asked_by });
  }
  // A broadcast does not make a thousand screens ask again: they see it when they look.
  if (written.length === 1)
    for (const { contact_id, ...held } of written) if (contact_id !== null) await tellChanged(tx, contact_id, held);
}
