// A company's requirements of its users, as SQL over `companies as c` and `users as u`: written once for
// guards and settings.
import { sql } from 'kysely';
import { termsOfUse } from '#contract/legal.ts';

export const hasAcceptedTerms = sql<boolean>`coalesce(u.accepted_tos_at >= ${termsOfUse.effective}::date, false)`;

/** Required of this user, whatever they have. */
export const demandsTwoFactor = sql<boolean>`(c.require_two_factor or u.role = any(c.two_factor_roles))`;

/**
 * The user's own plan for the account or the company's is in use, or the operator's last day is not over, or
 * nothing asks for a plan (decision 0088).
 */
export const isPaid = (companyId: number, now: Date) => sql<boolean>`(
  select coalesce(
    bool_or(a.state in ('active', 'past_due')) or null,
    c.paid_until >= (${now}::timestamptz at time zone 'UTC')::date,
    count(a.id) = 0 and not c.needs_account)
  from subscriptions a
  where a.company_id = ${companyId} and a.product = 'account' and a.state <> 'ended' and a.state <> 'pending'
    and (a.payer = 'company' or a.payer = 'self' and a.payer_id = u.id))`;
