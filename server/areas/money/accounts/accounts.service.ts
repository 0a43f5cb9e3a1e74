// The company's account: its plan, until when it is paid, and its administrators.
import { sql } from 'kysely';
import { listCards, mostCards } from '#areas/money/cards/cards.service.ts';
import { findAccount, levelNames, type StoredSubscription } from '#areas/money/subscriptions/subscriptions.service.ts';
import type { AccountInfo } from '#contract/accounts.ts';
import { moneyText } from '#contract/kit/money.ts';
import { allows, roles } from '#contract/permissions.ts';
import { type PlanLevel, planLevels, planPrice } from '#contract/planLists.ts';
import { isAhead } from '#contract/steps.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta } from '#kernel/db/paging.ts';
import { isPaid } from '#kernel/http/demands.ts';

/** Names at most so many administrators, for people with a question. */
const contactsShown = 5;

export async function getAccountInfo(tx: Tx): Promise<AccountInfo> {
  const { plan, paid_until, paid, must_change_password } = await tx.db
    .selectFrom('companies as c')
    .innerJoin('users as u', (join) => join.on('u.company_id', '=', tx.companyId).on('u.id', '=', tx.actor.userId))
    .select(['c.plan', 'c.paid_until', isPaid(tx.companyId, tx.clock()).as('paid'), 'u.must_change_password'])
    .where('c.company_id', '=', tx.companyId)
    .executeTakeFirstOrThrow();
  const account = await findAccount(tx);
  return {
    'change_password?': must_change_password,
    'paid_user?': paid,
    missing: tx.actor.missing,
    chosen_plan: account ? chosen(account) : { ...unpaidFor, ...present(plan as PlanLevel), price: '0.00', paid_until },
    contacts: await listAdministrators(tx),
    plans: planLevels.map(present),
    payment_infos: await listPaymentInfos(tx),
  };
}

const present = (plan: PlanLevel) => ({ plan, name: levelNames[plan], price: planPrice(plan) });
const unpaidFor = { type: null, state: null };

function chosen({ plan: { level }, price, payer, state, starts_at, due_at, zone, granted_until }: StoredSubscription) {
  // A month that is not paid has begun already.
  const end = state === 'active' ? due_at : starts_at;
  const day = granted_until ?? (end && dayBefore(end, zone));
  return { ...present(level), price: moneyText(price), paid_until: day, type: payer, state };
}

/** The last whole day before a moment at midnight of the zone, `YYYY-MM-DD`. */
const dayBefore = (moment: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(Date.parse(moment) - 1));

/** Their own calls are closed until then, too. */
async function listPaymentInfos(tx: Tx): Promise<AccountInfo['payment_infos']> {
  const { missing, impersonatorId } = tx.actor;
  const shown = (missing === null || isAhead('two_factor', missing)) && impersonatorId === null;
  const data = shown ? await listCards(tx) : [];
  return { data, meta: pageMeta({ page: 1, limit: mostCards }, data.length) };
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
