// Templates in the reach of the actor, and who may change which.
import { type RawBuilder, sql } from 'kysely';
import { type ActorReach, reachOfActor, whoReaches } from '#areas/identity/users/users.service.ts';
import type { EmailShare } from '#contract/emailLists.ts';
import type { EmailRow } from '#contract/emails.ts';
import type { MailDoc } from '#contract/kit/mailDoc.ts';
import type { Tx } from '#kernel/context.ts';
import { allOf, type Condition } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';

export interface StoredEmail extends Omit<EmailRow, 'can'> {
  doc: MailDoc;
  attachments: number[];
  pictures: number[];
  position: number;
}

/** Over `emails t` or `text_templates t`: the company's, those of people in reach, and those that a leader of the actor shares with their team. */
export async function visibleToActor(tx: Tx): Promise<{ visible: Condition; reach: ActorReach }> {
  const reach = await reachOfActor(tx);
  if (reach.company) return { visible: sql`true`, reach };
  const leaders = await whoReaches(tx, [{ owner_id: tx.actor.userId, pool_id: null }]);
  const visible = sql<boolean>`(t.share = 'company' or t.owner_id = any(${reach.ownerIds}::bigint[])
    or (t.share = 'team' and t.owner_id = any(${leaders}::bigint[])))`;
  return { visible, reach };
}

/** Of one that is visible. */
export const mayUpdate = ({ actor }: Tx, reach: ActorReach, { share, owner }: { share: EmailShare; owner: { id: number } }) =>
  actor.has('emails.update') &&
  (share === 'company' ? actor.has('emails.manage') : reach.company || reach.ownerIds.includes(owner.id));

export function mustShare({ actor }: Tx, share: EmailShare): void {
  if (share === 'private' || actor.has(share === 'team' ? 'team.lead' : 'emails.manage')) return;
  const why = share === 'team' ? 'Only those who lead a team share with it' : 'Only administrators share with the company';
  throw fail('forbidden', { errors: { share: [why] } });
}

const rowColumns = sql`t.id, t.name, t.subject, t.share, t.active, t.version, t.used, t.last_used_at, t.updated_at,
  json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) as owner`;

export async function listRows(
  tx: Tx,
  conditions: Condition[],
  order: RawBuilder<unknown>,
  limit: number,
): Promise<Omit<EmailRow, 'can'>[]> {
  const { rows } = await sql<Omit<EmailRow, 'can'>>`
    select ${rowColumns} from emails t
    join users u on u.company_id = ${tx.companyId} and u.id = t.owner_id
    where t.company_id = ${tx.companyId} and ${allOf(conditions)} ${order} limit ${limit}`.execute(tx.db);
  return rows;
}

export async function findStored(tx: Tx, ids: readonly number[], visible: Condition): Promise<StoredEmail[]> {
  const { rows } = await sql<StoredEmail>`
    select ${rowColumns}, t.doc, t.attachments, t.pictures, t.position from emails t
    join users u on u.company_id = ${tx.companyId} and u.id = t.owner_id
    where t.company_id = ${tx.companyId} and t.id = any(${ids}::bigint[]) and ${visible}
    order by t.id`.execute(tx.db);
  return rows;
}

/** Nobody changes these until the transaction ends. */
export async function lockEmails(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select from emails where company_id = ${tx.companyId} and id = any(${ids}::bigint[]) order by id for update`.execute(
    tx.db,
  );
}

/** Above all others, or behind one of them. */
export async function placeAfter(tx: Tx, afterId: number | null): Promise<number> {
  // One at a time in a company, so that no two rows get the same number.
  await sql`select pg_advisory_xact_lock(hashtextextended('emails', ${tx.companyId}::bigint))`.execute(tx.db);
  const found = await neighbours(tx, afterId);
  if (found.before === null) return (found.next ?? 1) - 1;
  if (found.next === null) return found.before + 1;
  const middle = (found.before + found.next) / 2;
  if (middle > found.before && middle < found.next) return middle;
  await sql`
    update emails t set position = o.place from (
      select id, row_number() over (order by position, id) as place from emails where company_id = ${tx.companyId}) o
    where t.company_id = ${tx.companyId} and t.id = o.id`.execute(tx.db);
  const again = await neighbours(tx, afterId);
  return (again.before ?? 0) + 0.5;
}

async function neighbours(tx: Tx, afterId: number | null) {
  const { rows } = await sql<{ before: number | null; next: number | null }>`
    with a as (select position, id from emails where company_id = ${tx.companyId} and id = ${afterId}::bigint)
    select (select position from a) as before,
      (select min(e.position) from emails e
        where e.company_id = ${tx.companyId} and e.id is distinct from ${afterId}::bigint
          and (${afterId}::bigint is null or e.position >= (select position from a))) as next`.execute(tx.db);
  return rows[0] ?? { before: null, next: null };
}

export async function placeAtEnd(tx: Tx): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(position) as last from emails where company_id = ${tx.companyId}`.execute(tx.db);
  return (rows[0]?.last ?? 0) + 1;
}
