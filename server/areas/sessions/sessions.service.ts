// Signing in and out. An unknown login and a wrong password look alike, in words and in time.
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { presentMe } from '#areas/users/users.service.ts';
import type { SessionCreate } from '#contract/sessions.ts';
import { type Ctx, inTenant, type PublicCtx, streamOf } from '#kernel/context.ts';
import { inCompany } from '#kernel/database.ts';
import { fail } from '#kernel/errors.ts';
import { countCall } from '#kernel/rateLimits.ts';
import { authenticate, hashToken, sessionDays } from '#kernel/sessions.ts';
import { findPassword, insertSession, revokeSession } from './sessions.queries.ts';

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const hashPassword = (password: string) => hash(password, argon2);

/** What a missing login's password is held against, so that it takes as long. */
const nobody = hashPassword(randomBytes(16).toString('hex'));

export async function signIn(ctx: PublicCtx, { email, password }: SessionCreate) {
  const { platform } = ctx;
  const login = email.toLowerCase();
  // By account and address together: an attacker elsewhere cannot lock the owner out.
  await countCall(platform.db, `sign-in ${login} ${ctx.address}`, 10, 300);
  const found = await sql<{ company_id: number; user_id: number }>`select * from find_login(${login})`.execute(platform.db);
  const account = found.rows[0];
  const stored =
    account && (await inCompany(platform.db, account.company_id, (db) => findPassword(db, account.company_id, account.user_id)));
  const matches = await verify(stored?.password_hash ?? (await nobody), password);
  if (!account || !stored || !matches) throw fail('sessions.wrong_credentials');

  const token = `${account.company_id}.${randomBytes(32).toString('base64url')}`;
  const expiresAt = new Date(ctx.clock().getTime() + sessionDays * 86_400_000);
  await inCompany(platform.db, account.company_id, (db) =>
    insertSession(db, {
      company_id: account.company_id,
      user_id: account.user_id,
      token_hash: hashToken(token),
      address: ctx.address,
      device: ctx.device,
      expires_at: expiresAt,
    }),
  );
  const session = await authenticate(platform, token);
  if (!session) throw fail('internal');
  ctx.cookies.setSession(token);
  return inTenant({ ...ctx, actor: session.actor }, presentMe);
}

export async function signOut(ctx: Ctx): Promise<void> {
  await inTenant(ctx, async (tx) => {
    if (ctx.actor.sessionId === null) return;
    await revokeSession(tx, ctx.actor.sessionId);
    tx.broadcast(streamOf(tx.companyId, 'sessions'), { revoked: ctx.actor.sessionId });
  });
  ctx.cookies.dropSession();
}
