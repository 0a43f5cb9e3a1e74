// Loads the user a job acts as, at its start: roles change, and people leave, while a job waits.
import type { Role } from '#contract/permissions.ts';
import { inCompany } from '#kernel/db/database.ts';
import { type Actor, createActor, type Platform } from './context.ts';

/** The actor of work that no user started, as in an outbox row. No user has this id: a foreign key to users refuses it. */
export const system = { userId: 0, impersonatorId: null };

/** Acts without a user, for example for a scheduled job: sees and changes the whole company. Screens name it Steward. */
export const systemActor = (companyId: number): Actor =>
  createActor({ ...system, companyId, businessUnitId: 0, role: 'admin', name: 'Steward', sessionId: null });

/** Null if the user, or the one who acts as them, is no longer active. */
export async function loadActor(
  platform: Platform,
  companyId: number,
  userId: number,
  impersonatorId: number | null,
): Promise<Actor | null> {
  if (userId === system.userId) return systemActor(companyId);
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
