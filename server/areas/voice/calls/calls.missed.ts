// Somebody called and nobody took it: a task to call back, for the contact's owner.
import { sql } from 'kysely';
import { createTask } from '#areas/desk/tasks/tasks.service.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { reachesContact } from './calls.contacts.ts';

/** As the owner, else as the user whose phone rang. */
export const heedMissed = (ctx: WorkCtx, id: number): Promise<void> => inTenant(ctx, (tx) => askToCallBack(tx, id));

interface Missed {
  contact_id: number;
  their_number: string;
  outcome: string;
}

async function askToCallBack(tx: Tx, id: number): Promise<void> {
  const missed = await findUnheeded(tx, id);
  if (!missed || !tx.actor.has('contacts.update') || !(await reachesContact(tx, missed.contact_id))) return;
  const what = missed.outcome === 'voicemail' ? 'Voicemail' : 'Missed call';
  const note = `${what} from ${formatPhone(missed.their_number)}`;
  await createTask(tx, missed.contact_id, { kind: 'call', due_at: tx.clock().toISOString(), note, for: 'me' });
}

/** Null where somebody has spoken with them since, or a call is to be made anyway. */
async function findUnheeded(tx: Tx, id: number): Promise<Missed | null> {
  const { rows } = await sql<Missed>`
    select k.contact_id, k.their_number, k.outcome from calls k
    where k.company_id = ${tx.companyId} and k.id = ${id} and k.contact_id is not null
      and not exists (select from calls l where l.company_id = ${tx.companyId} and l.contact_id = k.contact_id and l.started_at > k.started_at
        and l.answered_at is not null)
      and not exists (select from tasks t where t.company_id = ${tx.companyId} and t.contact_id = k.contact_id and t.done_at is null
        and t.kind = 'call' and t.due_at <= ${tx.clock()}::timestamptz)`.execute(tx.db);
  return rows[0] ?? null;
}
