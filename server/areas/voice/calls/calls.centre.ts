// The phone's part of the call center's board: who takes part in whose call, and which callers wait.
import { sql } from 'kysely';
import { inReach } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { WaitingCall } from '#contract/callCentre.ts';
import type { WatchMode } from '#contract/callLists.ts';
import type { Tx } from '#kernel/context.ts';
import { contactName } from './calls.queries.ts';

const maxWaiting = 100;

export interface Watcher {
  /** The watched call's. */
  call_id: number;
  /** The watching phone's. */
  sid: string;
  user: { id: number; name: string };
  mode: WatchMode;
}

/** Leaders who take part in these calls now. */
export async function listWatchers(tx: Tx, callIds: readonly number[]): Promise<Watcher[]> {
  const { rows } = await sql<Watcher>`
    select w.call_id, w.sid, w.mode, json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) as user
    from call_watchers w join users u on u.company_id = ${tx.companyId} and u.id = w.user_id
    where w.company_id = ${tx.companyId} and w.call_id = any(${callIds}::bigint[]) and w.ended_at is null
    order by w.id`.execute(tx.db);
  return rows;
}

/** Callers who wait for somebody in the actor's reach, the longest first; at most 100. */
export async function listWaiting(tx: Tx): Promise<WaitingCall[]> {
  const reach = await reachOfActor(tx);
  const theirs = reach.company ? sql`true` : sql`w.people && ${[...reach.ownerIds, tx.actor.userId]}::bigint[]`;
  const { rows } = await sql<WaitingCall>`
    select w.id, w.from_number as call_from, w.to_number as call_to, w.started_at as waiting_since,
      case when c.id is not null then json_build_object('id', c.id, 'name', ${contactName}) end as contact
    from waiting_calls w
    left join contacts c on c.company_id = ${tx.companyId} and c.id = w.contact_id and ${inReach(reach)}
    where w.company_id = ${tx.companyId} and w.ended_at is null and ${theirs}
    order by w.started_at, w.id limit ${maxWaiting}`.execute(tx.db);
  return rows;
}
