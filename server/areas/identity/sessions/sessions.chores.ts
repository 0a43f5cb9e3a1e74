import { sql } from 'kysely';
import { auditAsSystem } from '#kernel/audit.ts';
import type { Db } from '#kernel/db/database.ts';
import type { Chore } from '#kernel/jobs/housekeeping.ts';

export const sessionChores: Chore[] = [{ name: 'drop expired sessions', run: (db) => db.transaction().execute(dropExpired) }];

/** Acting as another user that nobody ended has ended now: the audit log says when. */
async function dropExpired(db: Db): Promise<void> {
  const expired = db.deleteFrom('sessions').where('expires_at', '<', sql<string>`now()`);
  const acted = await expired
    .where('impersonator_id', 'is not', null)
    .returning(['company_id', 'user_id', 'impersonator_id', 'address', 'expires_at', 'revoked_at'])
    .execute();
  await auditAsSystem(
    db,
    acted
      .filter(({ revoked_at }) => revoked_at === null)
      .map(({ company_id, user_id, impersonator_id, address, expires_at }) => ({
        companyId: company_id,
        action: 'impersonation.ended',
        of: { type: 'user', id: user_id },
        by: { userId: user_id, impersonatorId: impersonator_id, address },
        at: expires_at,
      })),
  );
  await expired.execute();
}
