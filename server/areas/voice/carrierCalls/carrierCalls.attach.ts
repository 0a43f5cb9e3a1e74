// Numbers bring their calls to our application. Older numbers, bought before calls went over the carrier,
// follow at night; a released number is gone at the carrier.
import { sql } from 'kysely';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import type { JobRun } from '#kernel/jobs/tasks.ts';
import { TelephonyRefused } from '#kernel/telephony/telephony.ts';

interface Unattached {
  id: number;
  provider_id: string;
}

const atOnce = 100;

/** The job of a company. Nothing where calls do not go over a carrier. */
export async function attachNumbers(ctx: WorkCtx, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  const carrier = ctx.platform.voice?.carrier;
  if (!carrier) return;
  await carrier.setUp();
  for (;;) {
    const numbers = await inTenant(ctx, (tx) => listUnattached(tx, carrier.app));
    for (const { id, provider_id } of numbers) {
      signal.throwIfAborted();
      await carrier.attachNumber(provider_id).catch((err: unknown) => {
        if (!(err instanceof TelephonyRefused)) throw err;
        ctx.log.warn({ err, number: id }, 'the carrier brings us no calls of a number');
      });
      await inTenant(ctx, (tx) =>
        sql`update phone_numbers set voice_app = ${carrier.app} where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db),
      );
    }
    if (numbers.length < atOnce) return;
  }
}

async function listUnattached(tx: Tx, app: string): Promise<Unattached[]> {
  const { rows } = await sql<Unattached>`
    select n.id, n.provider_id from phone_numbers n
    where n.company_id = ${tx.companyId} and n.state <> 'released' and n.voice_app is distinct from ${app}
    order by n.id limit ${atOnce}`.execute(tx.db);
  return rows;
}
