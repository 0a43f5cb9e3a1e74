// What a company requires of its people, as SQL over `companies as c` and `users as u`: written once for guards
// and settings.
import { sql } from 'kysely';
import { termsOfUse } from '#contract/legal.ts';

export const hasAcceptedTerms = sql<boolean>`coalesce(u.accepted_tos_at >= ${termsOfUse.effective}::date, false)`;

/** Required of this user, whatever they have. */
export const demandsTwoFactor = sql<boolean>`(c.require_two_factor or u.role = any(c.two_factor_roles))`;

export const isPaid = sql<boolean>`coalesce(c.paid_until >= current_date, true)`;
