// Max Plus for oneself and for people: one subscription of its payer, with a licence for each person.
import { sql } from 'kysely';
import { dueToday, money, moneyText, times } from '#contract/kit/money.ts';
import type { MaxPlus } from '#contract/maxPlus.ts';
import type { PlanLevel } from '#contract/planLists.ts';
import type { Tx } from '#kernel/context.ts';
import { isAny } from '#kernel/db/sql.ts';
import { fail, wrong } from '#kernel/errors.ts';
import {
  begin,
  cancel,
  insertOrder,
  keep,
  mustBeAlone,
  mustFit,
  mustHaveCard,
  type Placed,
  payerOf,
  periodOf,
} from './subscriptions.buy.ts';
import { issueInvoice } from './subscriptions.invoices.ts';
import { chooseLevel, findLive, listLevels, mustBeShown, planOfLevel } from './subscriptions.levels.ts';
import { giveTo, mustReachAll } from './subscriptions.licences.ts';
import {
  forDaysLeft,
  isPaidBy,
  lockSubscription,
  presentSubscription,
  type StoredSubscription,
  tellOf,
} from './subscriptions.queries.ts';

const product = 'max_plus';

export async function getMaxPlus(tx: Tx): Promise<MaxPlus> {
  const own = await findLive(tx, product, 'self');
  const team = tx.actor.has('subscriptions.share') ? await findTeam(tx) : null;
  return {
    own: own && presentSubscription(own),
    team: team && presentSubscription(team),
    plans: await listLevels(tx, product, 'self'),
    licence_today: team && moneyText(forDaysLeft(team, team.price)),
  };
}

const findTeam = (tx: Tx) => findLive(tx, product, payerOf(tx, 'company'));

export const subscribe = (tx: Tx, choice: { plan: PlanLevel; amount?: string | undefined }): Promise<Placed> =>
  chooseLevel(tx, product, { ...choice, payer: 'self' });

export async function cancelMaxPlus(tx: Tx, type: 'personal' | 'company'): Promise<void> {
  const live = await findLive(tx, product, payerOf(tx, type));
  if (!live) throw fail('subscriptions.ended');
  await cancel(tx, product, live.id);
}

interface ForPeople {
  user_ids: number[];
  plan: PlanLevel;
  amount?: string | undefined;
}

export async function subscribePeople(tx: Tx, { user_ids, plan: level, amount }: ForPeople): Promise<Placed> {
  const people = [...new Set(user_ids)];
  await mustReachAll(tx, people);
  const live = await findTeam(tx);
  if (live) return addPeople(tx, await lockSubscription(tx, live.id), { people, level, amount });
  await mustHaveNone(tx, people, null);
  const plan = await planOfLevel(tx, product, level);
  mustBeShown(amount, times(money(plan.price), people.length));
  return begin(tx, { product, payer: payerOf(tx, 'company'), plan, quantity: people.length, forPeople: people });
}

async function addPeople(
  tx: Tx,
  of: StoredSubscription,
  { people, level, amount }: { people: number[]; level: PlanLevel; amount: string | undefined },
): Promise<Placed> {
  if (of.origin === 'granted') throw fail('subscriptions.granted');
  if (of.state !== 'active') throw fail('subscriptions.ended');
  if (level !== of.plan.level) throw wrong('plan', `Your people have ${of.plan.name}: choose it for these people too`);
  await mustHaveNone(tx, people, of.id);
  const kept = await keepLicences(tx, of.id, people);
  const more = people.filter((id) => !kept.includes(id));
  const missing = Math.max(0, more.length - (of.licences - of.assigned));
  const today = dueToday(times(forDaysLeft(of, of.price), missing));
  mustBeShown(amount, today);
  if (of.cancel_at_end) await keep(tx, of.id);
  await tellOf(tx, of);
  if (missing === 0) {
    await giveTo(tx, of.id, more);
    return { id: of.id, invoice: null };
  }
  mustFit(of.quantity + missing, of.included + missing * of.plan.included);
  if (today > 0) await mustHaveCard(tx, today);
  await mustBeAlone(tx, of.id);
  const order_id = await insertOrder(tx, of, { quantity: missing, amount: today, note: '' });
  const line = { text: `Licences of Max Plus ${of.plan.name}`, quantity: missing, price: today / missing, amount: today };
  const charged = { ...of, card_user_id: tx.actor.userId };
  return {
    id: of.id,
    invoice: await issueInvoice(tx, charged, { kind: 'order', order_id, line, ...periodOf(of), for_people: more }),
  };
}

/** Keeps the licenses of these people in this subscription from ending, and returns the people who have one. */
async function keepLicences(tx: Tx, subscriptionId: number, people: number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    update plan_licences set cancel_at_end = false
    where company_id = ${tx.companyId} and subscription_id = ${subscriptionId} and ${isAny('user_id', people)}
    returning user_id`.execute(tx.db);
  return rows.map(({ user_id }) => user_id);
}

/** Nobody is paid for twice. `but`: the subscription that they may have a licence of. */
async function mustHaveNone(tx: Tx, people: number[], but: number | null): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select trim(u.first_name || ' ' || u.last_name) as name
    from plan_licences l
      join subscriptions s on s.company_id = ${tx.companyId} and s.id = l.subscription_id
      join users u on u.company_id = ${tx.companyId} and u.id = l.user_id
    where l.company_id = ${tx.companyId} and ${isAny('l.user_id', people)} and s.product = ${product}
      and s.state in ('active', 'past_due', 'unpaid') and s.id is distinct from ${but}::bigint
    order by u.last_name, u.first_name limit 3`.execute(tx.db);
  if (rows.length > 0) throw wrong('user_ids', `Somebody pays already for ${rows.map(({ name }) => name).join(', ')}`);
}

/** A paid license ends with its period; an unpaid one is free at once. */
export async function cancelForUser(tx: Tx, userId: number): Promise<void> {
  const { rows } = await sql<{ id: number; subscription_id: number; paid: boolean }>`
    select l.id, s.id as subscription_id, s.state = 'active' and s.origin = 'bought' as paid from plan_licences l
      join subscriptions s on s.company_id = ${tx.companyId} and s.id = l.subscription_id
    where l.company_id = ${tx.companyId} and l.user_id = ${userId} and s.product = ${product} and s.payer <> 'self'
      and s.state in ('active', 'past_due', 'unpaid') and ${isPaidBy(tx)} limit 1`.execute(tx.db);
  const [licence] = rows;
  if (!licence) throw wrong('user_id', 'You do not pay Max Plus for this person');
  const of = await lockSubscription(tx, licence.subscription_id);
  await sql`
    update plan_licences set ${licence.paid ? sql`cancel_at_end = true` : sql`user_id = null`}
    where company_id = ${tx.companyId} and id = ${licence.id}`.execute(tx.db);
  await tellOf(tx, of);
  tx.tell({ event: 'me.changed' }, { to: [userId, tx.actor.userId] });
}
