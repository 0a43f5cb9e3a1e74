// Loads the user a job acts as, at its start: roles change, and people leave, while a job waits.
import { sql } from 'kysely';
import type { Variant } from '#contract/lookups.ts';
import type { Role } from '#contract/permissions.ts';
import { variantDefinitions } from '#contract/variants.ts';
import { inCompany } from '#kernel/db/database.ts';
import { type Actor, createActor, type Platform, type Switches } from './context.ts';
import { overridesOf } from './features.ts';

/** The actor of work that no user started, as in an outbox row. No user has this id: a foreign key to users refuses it. */
export const system = { userId: 0, impersonatorId: null };

/**
 * Acts without a user, for example for a scheduled job: sees and changes the whole company. Screens give it the product's name. `switches`: the company's;
 * without them every feature is off.
 */
export const systemActor = (companyId: number, switches?: Switches): Actor =>
  createActor(
    {
      ...system,
      companyId,
      businessUnitId: 0,
      role: 'admin',
      name: variantDefinitions[switches?.variant ?? 'standard'].product,
      sessionId: null,
    },
    switches,
  );

/** Null if the user, or the one who acts as them, is no longer active. */
export async function loadActor(
  platform: Platform,
  companyId: number,
  userId: number,
  impersonatorId: number | null,
  apiKeyId: number | null = null,
): Promise<Actor | null> {
  const { people, switches } = await inCompany(platform.db, companyId, async (db) => ({
    people: await db
      .selectFrom('users')
      .select(['id', 'role', 'business_unit_id', 'first_name', 'last_name'])
      .where('company_id', '=', companyId)
      .where('id', 'in', [userId, impersonatorId ?? userId])
      .where('active', '=', true)
      .execute(),
    switches: await db
      .selectFrom('companies')
      .select(['variant', overridesOf(companyId, sql`${userId}::bigint`).as('overrides')])
      .where('company_id', '=', companyId)
      .executeTakeFirst(),
  }));
  if (!switches) return null;
  const { variant, overrides } = switches;
  if (userId === system.userId) return systemActor(companyId, { variant: variant as Variant, overrides });
  const person = people.find(({ id }) => id === userId);
  if (!person || (impersonatorId !== null && !people.some(({ id }) => id === impersonatorId))) return null;
  const actor = {
    userId,
    companyId,
    businessUnitId: person.business_unit_id,
    role: person.role as Role,
    name: `${person.first_name} ${person.last_name}`.trim(),
    sessionId: null,
    impersonatorId,
    apiKeyId,
  };
  return createActor(actor, { variant: variant as Variant, overrides });
}
