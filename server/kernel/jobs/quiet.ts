// A quiet company's imports, bulk actions and sends wait: jobs declared with `waits`. A job that runs stops at its next checkpoint. Other companies,
// and what people wait for (mails about sign-in, calls), are not touched.
import { sql } from 'kysely';
import { type Db, inCompany } from '#kernel/db/database.ts';
import type { JobEnvelope } from './tasks.ts';

/** Whether its administrators or the operator made the company quiet. */
export async function isQuiet(db: Db, companyId: number): Promise<boolean> {
  const row = await inCompany(db, companyId, (tenant) => findSwitches(tenant, companyId));
  return row !== undefined && isOn(row);
}

/**
 * Keeps the job until its company is no longer quiet. If that has happened just now, the job goes to the outbox. A crash before the queue forgets it
 * repeats this, and the job still waits once.
 */
export async function putOff(db: Db, { companyId, outboxId, asker, payload }: JobEnvelope, name: string, key: string | null) {
  const job = {
    company_id: companyId,
    name,
    payload: JSON.stringify(payload),
    actor: JSON.stringify(asker),
    job_key: key?.startsWith(`${companyId}:${name}:`) ? key.slice(`${companyId}:${name}:`.length) : null,
  };
  await inCompany(db, companyId, async (tenant) => {
    // Nobody switches it off between this look and the insert: that waits for the lock.
    const switches = await findSwitches(tenant, companyId, true);
    if (switches && isOn(switches))
      await tenant
        .insertInto('waiting_jobs')
        .values({ ...job, outbox_id: outboxId })
        .onConflict((conflict) => conflict.columns(['company_id', 'outbox_id']).doNothing())
        .execute();
    else
      await tenant
        .insertInto('outbox')
        .values({ ...job, kind: 'job' })
        .execute();
  });
}

/** Hands the jobs that wait to the outbox, unless the other switch is still on. Call it in the transaction that moved a switch. */
export async function letGoOn(db: Db, companyId: number): Promise<void> {
  const switches = await findSwitches(db, companyId);
  if (switches && isOn(switches)) return;
  await sql`
    with gone as (delete from waiting_jobs where company_id = ${companyId} returning name, payload, actor, job_key)
    insert into outbox (company_id, kind, name, payload, actor, job_key)
    select ${companyId}::bigint, 'job', name, payload, actor, job_key from gone returning id`.execute(db);
}

interface Switches {
  quiet_since: string | null;
  held_since: string | null;
}

const isOn = ({ quiet_since, held_since }: Switches) => quiet_since !== null || held_since !== null;

function findSwitches(db: Db, companyId: number, locked = false): Promise<Switches | undefined> {
  const query = db.selectFrom('companies').select(['quiet_since', 'held_since']).where('company_id', '=', companyId);
  return (locked ? query.forShare() : query).executeTakeFirst();
}
