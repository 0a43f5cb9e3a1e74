// What is switched on for whom, read with the query that finds the person (http/sessions.ts, actors.ts).
import { type RawBuilder, sql } from 'kysely';
import type { Overrides } from '#contract/features.ts';

/** The company's overrides with those of user `userId` over them: of two equal keys jsonb keeps the last. */
export const overridesOf = (companyId: number, userId: RawBuilder<unknown>) => sql<Overrides>`(
  select coalesce(jsonb_object_agg(f.feature, f.enabled order by f.user_id), '{}') from feature_overrides f
  where f.company_id = ${companyId} and f.user_id in (0, ${userId}))`;
