// Gives old recovery codes (bare SHA-256 hashes) a salt, argon2id and the seal. The codes stay the same.
import type { Db } from '#kernel/db/database.ts';
import type { Chore } from '#kernel/jobs/housekeeping.ts';
import type { Seal } from '#kernel/secrets/seal.ts';
import { storeDigests } from './twoFactor.recovery.ts';

/** Users in one round: ten hashes each, and a stopping worker waits for the round. */
const maxUsers = 200;

export const twoFactorChores: Chore[] = [
  {
    name: 'seal recovery codes that were stored as plain hashes',
    async run(db, { seal }) {
      const people = await db
        .selectFrom('recovery_codes')
        .select(['company_id', 'user_id'])
        .distinct()
        .where('code_hash', 'is not', null)
        .limit(maxUsers)
        .execute();
      for (const { company_id, user_id } of people) await sealCodes(db, seal, company_id, user_id);
    },
  },
];

/** A user whose code is checked at this moment may be refused once, as the check then has no hash with the new salt. A second try works. */
async function sealCodes(db: Db, seal: Seal, companyId: number, userId: number): Promise<void> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select(['id', 'code_hash'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('code_hash', 'is not', null)
    .execute();
  const stored = await storeDigests(
    seal,
    companyId,
    rows.flatMap(({ code_hash }) => code_hash ?? []),
  );
  for (const [index, values] of stored.entries())
    await db
      .updateTable('recovery_codes')
      .set({ ...values, code_hash: null })
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('id', '=', rows[index]?.id ?? 0)
      .where('code_hash', 'is not', null)
      .execute();
}
