// Pauses imports, bulk actions and sends of every company, or of one, or lets them continue where they stopped. On the database of
// DATABASE_URL:   npm run quiet-jobs -- --on   npm run quiet-jobs -- --off --company harbor.example
import { parseArgs } from 'node:util';
import { auditAsSystem } from '#kernel/audit.ts';
import { streamOf } from '#kernel/context.ts';
import { connect, type Db, roleUrl } from '#kernel/db/database.ts';
import { letGoOn } from '#kernel/jobs/quiet.ts';
import { BadConfig, readConfig } from '#kernel/ops/config.ts';
import { createLog } from '#kernel/ops/log.ts';
import { createSeal } from '#kernel/secrets/seal.ts';

const { values } = parseArgs({
  options: { on: { type: 'boolean' }, off: { type: 'boolean' }, company: { type: 'string' } },
});
if (Boolean(values.on) === Boolean(values.off)) stop('Say --on or --off');

try {
  const config = readConfig();
  if (!config.databaseUrl) stop('Set DATABASE_URL, ENVELOPE_KEY and PUBLIC_URL.');
  const url = roleUrl(config.databaseUrl, 'operator', createSeal(config.key));
  const operator = connect(url, createLog('warn', 'quiet-jobs'), { max: 1, name: 'quiet-jobs' });
  try {
    const query = operator.db.selectFrom('companies').select(['company_id', 'name']).orderBy('company_id');
    const companies = await (values.company ? query.where('domain_name', '=', values.company) : query).execute();
    if (companies.length === 0) stop(`No company has the domain ${values.company}.`);
    for (const { company_id } of companies) await operator.db.transaction().execute((db) => pause(db, company_id));
    console.log(
      `${companies.length === 1 ? companies[0]?.name : `${companies.length} companies`}: ${values.on ? 'paused' : 'running'}.`,
    );
  } finally {
    await operator.close();
  }
} catch (error) {
  if (error instanceof BadConfig) stop(error.message);
  throw error;
}

/** Pauses the company or, with `--off`, lets it continue. The relay looks at its table every two seconds: it needs no wake-up. */
async function pause(db: Db, companyId: number): Promise<void> {
  const held_since = values.on ? new Date() : null;
  const changed = await db
    .updateTable('companies')
    .set({ held_since })
    .where('company_id', '=', companyId)
    .where('held_since', values.on ? 'is' : 'is not', null)
    .returning('company_id')
    .executeTakeFirst();
  if (!changed) return;
  await auditAsSystem(db, [
    {
      companyId,
      action: 'jobs.quiet_changed',
      of: { type: 'company', id: companyId },
      before: { paused_by_operator: !values.on },
      after: { paused_by_operator: Boolean(values.on) },
    },
  ]);
  if (!values.on) await letGoOn(db, companyId);
  await db
    .insertInto('outbox')
    .values({
      company_id: companyId,
      kind: 'cable',
      name: streamOf(companyId, 'UpdatesChannel'),
      payload: JSON.stringify({ event: 'me.changed' }),
      recipients: JSON.stringify('company'),
    })
    .execute();
}

function stop(text: string): never {
  console.error(text);
  process.exit(1);
}
