// Public facts about this installation, its health for load balancers, and the repair of failed jobs.
import { sql } from 'kysely';
import type { Health, PlatformInfo } from '#contract/platform.ts';
import { audit } from '#kernel/audit.ts';
import { type Ctx, inTenant, type Platform } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { goneAfter, listAlive, type Part } from '#kernel/jobs/heartbeats.ts';
import { listFailedChores } from '#kernel/jobs/housekeeping.ts';
import { version } from '#kernel/ops/version.ts';

/** Milliseconds: a load balancer does not wait longer. */
const patience = 2_000;

export const getPlatformInfo = ({ config }: Platform): PlatformInfo => ({
  demo: config.demo,
  support_email: config.supportEmail,
});

export async function getHealth(platform: Platform): Promise<Health> {
  const failed: Health['housekeeping']['failed'] = [];
  const [database, relay, worker, chores] = await Promise.all([
    check('answers', sql`select 1`.execute(platform.db)),
    check('alive', mustLive(platform, 'relay')),
    check('alive', mustLive(platform, 'worker')),
    check(
      'done',
      listFailedChores(platform.db).then((rows) => failed.push(...rows)),
    ),
  ]);
  const housekeeping = failed.length > 0 ? { ok: false, detail: 'chores fail', failed } : { ...chores, failed };
  const health = { ok: database.ok && relay.ok && worker.ok, version, database, relay, worker, housekeeping };
  if (!health.ok) throw fail('unavailable', { data: health });
  return health;
}

export async function listDeadJobs({ platform, actor }: Ctx) {
  return { data: await platform.jobs.listDead(actor.companyId) };
}

export async function rerunDeadJob(ctx: Ctx, id: string) {
  const { platform, actor, log } = ctx;
  await inTenant(ctx, async (tx) => {
    await audit(tx, { action: 'jobs.run_again', of: { type: 'company', id: actor.companyId }, after: { job: id } });
    if (!(await platform.jobs.rerun(actor.companyId, id))) throw fail('not_found');
  });
  log.info({ job: id, user: actor.userId, company: actor.companyId }, 'dead job run again');
  return { id };
}

class Silent extends Error {}

async function mustLive({ db }: Platform, part: Part) {
  const alive = await listAlive(db, part);
  if (alive.length === 0) throw new Silent(`no sign of life for ${goneAfter / 1000} seconds`);
}

/** Never the error's own text, which may name hosts. */
async function check(wellSaid: string, work: Promise<unknown>): Promise<Health['database']> {
  const tooLong = Symbol();
  const waiting = new Promise<symbol>((resolve) => setTimeout(resolve, patience, tooLong).unref());
  try {
    if ((await Promise.race([work, waiting])) === tooLong) return { ok: false, detail: 'no answer in time' };
    return { ok: true, detail: wellSaid };
  } catch (error) {
    return { ok: false, detail: error instanceof Silent ? error.message : 'no answer' };
  }
}
