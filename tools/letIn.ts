// Lets a user in again who lost everything: sets a temporary password, prints it once, and removes their second
// factors. For an administrator it also removes the network list and the single sign-on requirement. On the database of
// DATABASE_URL:   npm run let-in -- --email ana@harbor.example
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod';
import { hashPassword } from '#areas/identity/passwords/passwords.service.ts';
import { noFactors } from '#areas/identity/twoFactor/twoFactor.service.ts';
import { allows, type Role } from '#contract/permissions.ts';
import { connect, type Db, roleUrl } from '#kernel/db/database.ts';
import { BadConfig, readConfig } from '#kernel/ops/config.ts';
import { createLog } from '#kernel/ops/log.ts';
import { createSeal } from '#kernel/secrets/seal.ts';

const { values } = parseArgs({ options: { email: { type: 'string' } } });
const email = z.string().trim().toLowerCase().min(1).safeParse(values.email).data ?? stop('Say who: --email ana@harbor.example');

try {
  const config = readConfig();
  if (!config.databaseUrl) stop('Set DATABASE_URL, ENVELOPE_KEY and PUBLIC_URL: the passwords of the demo are known.');
  const url = roleUrl(config.databaseUrl, 'operator', createSeal(config.key));
  const operator = connect(url, createLog('warn', 'let-in'), { max: 1, name: 'let-in' });
  const password = randomBytes(12).toString('base64url');
  try {
    const hash = await hashPassword(password);
    const admin = await operator.db.transaction().execute((db) => letIn(db, hash));
    console.log(
      `${email} signs in with the password ${password}, and has to choose another. Every session and second factor is gone.`,
    );
    if (admin)
      console.log('Their company lets its people in from anywhere now, and with passwords: set both again under Security.');
  } finally {
    await operator.close();
  }
} catch (error) {
  if (error instanceof BadConfig) stop(error.message);
  throw error;
}

/** Whether it was an administrator. */
async function letIn(db: Db, password_hash: string): Promise<boolean> {
  const login = await db.selectFrom('logins').selectAll().where('login', '=', email).executeTakeFirst();
  if (!login) return stop(`Nobody signs in as ${email}.`);
  const { company_id, user_id } = login;
  const { role } = await db
    .updateTable('users')
    .set({
      password_hash,
      password_changed_at: sql`now()`,
      must_change_password: true,
      active: true,
      ...noFactors,
    })
    .where('company_id', '=', company_id)
    .where('id', '=', user_id)
    .returning('role')
    .executeTakeFirstOrThrow();
  for (const table of ['passkeys', 'recovery_codes', 'one_time_tokens', 'devices'] as const)
    await db.deleteFrom(table).where('company_id', '=', company_id).where('user_id', '=', user_id).execute();
  await db
    .updateTable('sessions')
    .set({ revoked_at: sql`now()` })
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .execute();
  const admin = allows(role as Role, 'security.manage');
  if (admin) {
    await db.deleteFrom('networks').where('company_id', '=', company_id).execute();
    await db.updateTable('sso_connections').set({ required: false }).where('company_id', '=', company_id).execute();
  }
  return admin;
}

function stop(text: string): never {
  console.error(text);
  process.exit(1);
}
