// The company's account: its plan, until when it is paid, and its administrators.
import { sql } from 'kysely';
import { type AccountInfo, plans } from '#contract/accounts.ts';
import { allows, roles } from '#contract/permissions.ts';
import type { Tx } from '#kernel/context.ts';
import { isPaid } from '#kernel/http/demands.ts';

type Plan = (typeof plans)[number];

const names: Record<Plan, string> = { standard: 'Standard', premium: 'Premium' };
const present = (plan: Plan) => ({ plan, name: names[plan] });

/** Names at most so many administrators, for people with a question. */
const contactsShown = 5;

export async function getAccountInfo(tx: Tx): Promise<AccountInfo> {
  const { plan, paid_until, paid, must_change_password } = await tx.db
    .selectFrom('companies as c')
    .innerJoin('users as u', (join) => join.on('u.company_id', '=', tx.companyId).on('u.id', '=', tx.actor.userId))
    .select(['c.plan', 'c.paid_until', isPaid.as('paid'), 'u.must_change_password'])
    .where('c.company_id', '=', tx.companyId)
    .executeTakeFirstOrThrow();
  return {
    'change_password?': must_change_password,
    'paid_user?': paid,
    missing: tx.actor.missing,
    chosen_plan: { ...present(plan as Plan), paid_until },
    contacts: await listAdministrators(tx),
    plans: plans.map(present),
    payment_infos: [],
  };
}

const administrators = roles.filter((role) => allows(role, 'security.manage'));

const listAdministrators = (tx: Tx) =>
  tx.db
    .selectFrom('users')
    .select([sql<string>`trim(first_name || ' ' || last_name)`.as('name'), 'email'])
    .where('company_id', '=', tx.companyId)
    .where('active', '=', true)
    .where('role', 'in', administrators)
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .limit(contactsShown)
    .execute();
