// The person a job acts as, read afresh: roles change, and people leave, while a job waits.
import type { Role } from '#contract/permissions.ts';
import { inCompany } from '#kernel/db/database.ts';
import { type Actor, createActor, type Platform } from './context.ts';

/** Null where the person, or whoever acts in their place, is no longer active. */
export async function loadActor(
  platform: Platform,
  companyId: number,
  userId: number,
  impersonatorId: number | null,
): Promise<Actor | null> {
  const people = await inCompany(platform.db, companyId, (db) =>
    db
      .selectFrom('users')
      .select(['id', 'role', 'business_unit_id', 'first_name', 'last_name'])
      .where('company_id', '=', companyId)
      .where('id', 'in', [userId, impersonatorId ?? userId])
      .where('active', '=', true)
      .execute(),
  );
  const person = people.find(({ id }) => id === userId);
  if (!person || (impersonatorId !== null && !people.some(({ id }) => id === impersonatorId))) return null;
  return createActor({
    userId,
    companyId,
    businessUnitId: person.business_unit_id,
    role: person.role as Role,
    name: `${person.first_name} ${person.last_name}`.trim(),
    sessionId: null,
    impersonatorId,
  });
}
