// The demo's calls of the last two weeks: with contacts, some recorded, and missed ones of strangers. Users with
// a number and without a plan may call too.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { CallOutcome } from '#contract/callLists.ts';
import type { Db } from '#kernel/db/database.ts';
import { seeded, weighted } from './random.ts';

interface Called {
  contact_id: number;
  phone: string;
  user_id: number;
  line: string;
  since: string;
}

interface Recorded extends Called {
  call_file_id: number;
  direction: 'inbound' | 'outbound';
  started_at: string;
  seconds: number;
}

interface Row {
  sid: string;
  user_id: number;
  direction: 'inbound' | 'outbound';
  from_number: string;
  to_number: string;
  contact_id: number | null;
  outcome: CallOutcome;
  started_at: string;
  answered_at: string | null;
  ended_at: string;
  call_file_id: number | null;
}

const each = 30;
const days = 14;
const outcomes = weighted<CallOutcome>([
  ['answered', 6],
  ['no_answer', 3],
  ['busy', 1],
]);

export async function seedCalls(db: Db, { id: companyId, place }: { id: number; place: number }): Promise<void> {
  await letCall(db, companyId);
  const random = seeded(place + 40);
  const midnight = new Date().setUTCHours(0, 0, 0, 0);
  // In New York: from 9 in the morning to 5 in the afternoon, in winter.
  const moment = () => midnight - random.int(1, days) * 86_400_000 + random.int(14 * 60, 22 * 60) * 60_000;
  const rows = (await listRecorded(db, companyId)).map((call) =>
    rowOf(call, { ...call, at: Date.parse(call.started_at), outcome: 'answered' }),
  );
  for (const called of await listCalled(db, companyId)) {
    const at = Math.max(moment(), Date.parse(called.since)); // nobody is called before they are a contact
    const inbound = random.chance(1 / 3);
    const outcome = inbound ? (random.chance(1 / 3) ? 'missed' : 'answered') : random.pick(outcomes);
    const call = { at, outcome, seconds: random.int(20, 900), direction: inbound ? 'inbound' : 'outbound' } as const;
    rows.push(rowOf(called, call));
  }
  for (const [count, line] of (await listLines(db, companyId)).entries()) {
    const stranger = { ...line, contact_id: null, phone: `21255501${60 + count}` };
    rows.push(rowOf(stranger, { at: moment(), outcome: 'missed', seconds: 0, direction: 'inbound' }));
  }
  await insertRows(db, companyId, rows);
}

const letCall = (db: Db, companyId: number) =>
  sql`
  insert into feature_overrides (company_id, user_id, feature, enabled)
  select n.company_id, n.user_id, 'dialer_enabled', true from phone_numbers n
  where n.company_id = ${companyId} and n.is_dialer and not exists (
    select from plan_licences l join subscriptions s on s.company_id = ${companyId} and s.id = l.subscription_id and s.product = 'dialer'
    where l.company_id = ${companyId} and l.user_id = n.user_id)
  union all select ${companyId}::bigint, 0, 'call_centre', true
  on conflict do nothing`.execute(db);

const lineOf = (companyId: number) =>
  sql`join phone_numbers n on n.company_id = ${companyId} and n.user_id = c.owner_id and n.is_dialer`;

/** By their place: the ids of a company go on after a start that was cut off. */
async function listCalled(db: Db, companyId: number): Promise<Called[]> {
  const { rows } = await sql<Called>`
    select * from (
      select c.id as contact_id, c.phone, n.user_id, n.number as line, c.created_at as since, row_number() over (order by c.id) as place
      from contacts c ${lineOf(companyId)} where c.company_id = ${companyId} and c.deleted_at is null and c.phone <> '') q
    order by md5(q.place::text) limit ${each}`.execute(db);
  return rows;
}

/** Of storeDemoFiles. */
async function listRecorded(db: Db, companyId: number): Promise<Recorded[]> {
  const { rows } = await sql<Recorded>`
    select f.contact_id, f.number as phone, f.user_id, coalesce(n.number, p.number) as line, f.started_at as since, f.id as call_file_id, f.direction,
      f.started_at, f.seconds
    from call_files f cross join (select min(number) as number from phone_numbers where company_id = ${companyId} and state = 'active') p
    left join phone_numbers n on n.company_id = ${companyId} and n.user_id = f.user_id and n.is_dialer
    where f.company_id = ${companyId} order by f.id`.execute(db);
  return rows;
}

async function listLines(db: Db, companyId: number): Promise<Pick<Called, 'user_id' | 'line' | 'since'>[]> {
  const { rows } = await sql<Pick<Called, 'user_id' | 'line' | 'since'>>`
    select n.user_id, n.number as line, n.bought_at as since from phone_numbers n
    where n.company_id = ${companyId} and n.is_dialer order by n.id`.execute(db);
  return rows;
}

interface Made {
  at: number;
  outcome: CallOutcome;
  seconds: number;
  direction: 'inbound' | 'outbound';
  call_file_id?: number;
}

function rowOf(
  { user_id, phone, line, contact_id }: Omit<Called, 'contact_id'> & { contact_id: number | null },
  { at, outcome, seconds, direction, call_file_id = 0 }: Made,
): Row {
  const answered = outcome === 'answered' ? at + 8_000 : null;
  const iso = (time: number) => new Date(time).toISOString();
  return {
    sid: `CA${randomBytes(16).toString('hex')}`,
    user_id,
    direction,
    from_number: direction === 'inbound' ? phone : line,
    to_number: direction === 'inbound' ? line : phone,
    contact_id,
    outcome,
    started_at: iso(at),
    answered_at: answered === null ? null : iso(answered),
    ended_at: iso(answered === null ? at + 25_000 : answered + seconds * 1000),
    call_file_id: call_file_id || null,
  };
}

/** With their entries in the timelines. */
async function insertRows(db: Db, companyId: number, rows: Row[]): Promise<void> {
  await sql`
    with made as (
      insert into calls (company_id, sid, conference, user_id, direction, from_number, to_number, contact_id, state, outcome, started_at, answered_at, ended_at,
        call_file_id, gateway)
      select ${companyId}::bigint, r.sid, 'CF' || substr(r.sid, 3), r.user_id, r.direction, r.from_number, r.to_number, r.contact_id, 'ended', r.outcome,
        r.started_at, r.answered_at, r.ended_at, r.call_file_id, 'demo'
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(sid text, user_id bigint, direction text, from_number text, to_number text, contact_id bigint,
        outcome text, started_at timestamptz, answered_at timestamptz, ended_at timestamptz, call_file_id bigint)
      order by r.started_at
      returning id, user_id, direction, their_number, contact_id, outcome, answered_at, ended_at, call_file_id)
    insert into contact_changes (company_id, contact_id, action, actor_id, at, after)
    select ${companyId}::bigint, m.contact_id, 'called', m.user_id, m.ended_at, jsonb_build_object('call.id', m.id, 'call.direction', m.direction,
      'call.number', m.their_number, 'call.outcome', m.outcome, 'call.recorded', m.call_file_id is not null,
      'call.seconds', coalesce(extract(epoch from m.ended_at - m.answered_at)::int, 0))
    from made m where m.contact_id is not null`.execute(db);
}
