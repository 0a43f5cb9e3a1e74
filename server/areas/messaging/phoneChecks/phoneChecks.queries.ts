// Checks to do: written down, claimed, settled. A number waits in one check at a time.
import { sql } from 'kysely';
import { freshDays } from '#contract/phoneCheckLists.ts';
import type { Tx } from '#kernel/context.ts';
import type { LineFacts } from '#kernel/telephony/telephony.ts';

/** Over `p.number`: what a carrier said of it lately. */
export const isFresh = (tx: Tx) => sql<boolean>`exists (
  select from address_facts f where f.company_id = ${tx.companyId} and f.address = p.number
    and f.looked_up_at > ${tx.clock()}::timestamptz - make_interval(days => ${freshDays}))`;

/** Beside `contacts c`. */
export const phonesOfContact = sql`
  lateral (select distinct r.number from jsonb_to_recordset(c.phones) r(number text) where r.number ~ '^[0-9]{10}$') p`;

/** Numbers of these contacts that nobody checked lately. Answers of how many contacts. */
export async function addChecks(tx: Tx, contactIds: number[], bulkActionId: number): Promise<number> {
  const { rows } = await sql<{ contact_id: number }>`
    insert into phone_verifications (company_id, number, contact_id, asked_by, bulk_action_id, created_at)
    select distinct on (p.number) ${tx.companyId}::bigint, p.number, c.id, ${tx.actor.userId}::bigint, ${bulkActionId}::bigint, ${tx.clock()}::timestamptz
    from contacts c cross join ${phonesOfContact}
    where c.company_id = ${tx.companyId} and c.id = any(${contactIds}::bigint[]) and c.deleted_at is null and not ${isFresh(tx)}
    order by p.number, c.id
    on conflict (company_id, number) where state in ('waiting', 'checking') do nothing
    returning contact_id`.execute(tx.db);
  return new Set(rows.map(({ contact_id }) => contact_id)).size;
}

/** The check that waits already, if there is one. */
export async function addCheck(tx: Tx, contactId: number, number: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into phone_verifications (company_id, number, contact_id, asked_by, created_at)
    values (${tx.companyId}, ${number}, ${contactId}, ${tx.actor.userId}, ${tx.clock()})
    on conflict (company_id, number) where state in ('waiting', 'checking') do update set contact_id = excluded.contact_id
    returning id`.execute(tx.db);
  return rows[0]?.id ?? 0;
}

export interface Claimed {
  id: number;
  number: string;
  tries: number;
}

/** The next of this user's, for this claim alone. */
export async function claimChecks(tx: Tx, claim: string, limit: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as (
      select id from phone_verifications
      where company_id = ${tx.companyId} and asked_by = ${tx.actor.userId} and state = 'waiting'
      order by tries, id limit ${limit} for update skip locked)
    update phone_verifications v set state = 'checking', claim = ${claim}, claimed_at = ${tx.clock()}, held = false, tries = v.tries + 1
    from due where v.company_id = ${tx.companyId} and v.id = due.id returning v.id, v.number, v.tries`.execute(tx.db);
  return rows;
}

export const markHeld = (tx: Tx, claim: string) =>
  sql`update phone_verifications set held = true
    where company_id = ${tx.companyId} and asked_by = ${tx.actor.userId} and state = 'checking' and claim = ${claim}`.execute(
    tx.db,
  );

/** Claims of workers that died. */
export async function reopenLost(tx: Tx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ claim: string; held: boolean }>`
    with lost as (
      select id, claim, held from phone_verifications
      where company_id = ${tx.companyId} and asked_by = ${tx.actor.userId} and state = 'checking' and claimed_at <= ${before}
      order by id for update)
    update phone_verifications v set state = 'waiting', claim = null, held = false from lost
    where v.company_id = ${tx.companyId} and v.id = lost.id returning lost.claim, lost.held`.execute(tx.db);
  return [...new Set(rows.flatMap(({ claim, held }) => (held ? [claim] : [])))];
}

/** Everything that this user still waits for will not be checked. */
export const failWaiting = (tx: Tx, reason: 'no_funds' | 'unavailable') =>
  sql`update phone_verifications set state = 'failed', reason = ${reason}
    where company_id = ${tx.companyId} and asked_by = ${tx.actor.userId} and state = 'waiting'`.execute(tx.db);

/** Back in the queue, or failed after so many tries. */
export const reopen = (tx: Tx, claim: string, ids: number[], maxTries: number) =>
  sql`update phone_verifications set claim = null,
      state = case when tries >= ${maxTries} then 'failed' else 'waiting' end,
      reason = case when tries >= ${maxTries} then 'unavailable' end
    where company_id = ${tx.companyId} and id = any(${ids}::bigint[]) and state = 'checking' and claim = ${claim}`.execute(tx.db);

export interface Answer extends LineFacts {
  id: number;
  number: string;
}

/** Stores what the carrier said, for the check and for the number. How many were still this claim's. */
export async function storeAnswers(tx: Tx, claim: string, answers: Answer[], cost: number): Promise<number> {
  const { rows } = await sql`
    with said as (
      select * from unnest(${answers.map(({ id }) => id)}::bigint[], ${answers.map(typeOf)}::text[], ${answers.map(({ carrier }) => carrier)}::text[])
        s(id, line_type, carrier)
    ), stored as (
      update phone_verifications v set state = 'done', reason = null, line_type = s.line_type, carrier = s.carrier, cost = ${cost}::bigint,
        checked_at = ${tx.clock()}::timestamptz
      from said s where v.company_id = ${tx.companyId} and v.id = s.id and v.state = 'checking' and v.claim = ${claim}
      returning v.number, v.line_type, v.carrier
    )
    insert into address_facts (company_id, address, landline, dead, line_type, carrier, checked_at, looked_up_at)
    select ${tx.companyId}::bigint, number, line_type = 'landline', line_type = 'invalid', line_type, carrier,
      ${tx.clock()}::timestamptz, ${tx.clock()}::timestamptz from stored order by number
    on conflict (company_id, address) do update set landline = excluded.landline, dead = excluded.dead, line_type = excluded.line_type,
      carrier = excluded.carrier, checked_at = excluded.checked_at, looked_up_at = excluded.looked_up_at
    returning address`.execute(tx.db);
  return rows.length;
}

const typeOf = ({ valid, type }: LineFacts) => (valid ? (type ?? 'other') : 'invalid');
