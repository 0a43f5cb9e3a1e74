// The cards of a user, as the processor names them. The processor is never asked inside a transaction.
import { sql } from 'kysely';
import type { Card } from '#contract/cards.ts';
import { type CardProvider, CardsUnavailable } from '#kernel/cards/cards.ts';
import { type Ctx, inTenant, type Platform, type Tx, type WorkCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { cardJobs } from './cards.jobs.ts';

export { cardJobs } from './cards.jobs.ts';

export function mustHaveCards({ cards }: Platform): CardProvider {
  if (!cards) throw fail('cards.not_configured');
  return cards;
}

/** An outage of the processor is told to the user as one. */
export async function askProcessor<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof CardsUnavailable ? fail('cards.unavailable') : error;
  }
}

export async function connectCard(ctx: Ctx, path: string): Promise<{ url: string }> {
  const cards = mustHaveCards(ctx.platform);
  return askProcessor(async () => {
    const customer = await customerOf(ctx, cards);
    const back = new URL(path, ctx.origin).href;
    const { url } = await cards.startSetup({
      customer,
      returnUrl: `${back}${back.includes('?') ? '&' : '?'}setup={CHECKOUT_SESSION_ID}`,
      cancelUrl: back,
    });
    return { url };
  });
}

export async function saveCard(ctx: Ctx, setup: string): Promise<Card> {
  const cards = mustHaveCards(ctx.platform);
  const customer = await inTenant(ctx, findCustomer);
  const entered = customer && (await askProcessor(() => cards.findSetup(setup, customer)));
  if (!entered) throw fail('cards.not_entered');
  return inTenant(ctx, async (tx) => {
    await lockCards(tx);
    const { rows } = await sql<{ id: number }>`
      insert into cards (company_id, user_id, provider_id, brand, last4, exp_month, exp_year, is_default, created_at)
      values (${tx.companyId}, ${tx.actor.userId}, ${entered.providerId}, ${entered.brand}, ${entered.last4}, ${entered.expMonth},
        ${entered.expYear}, false, ${tx.clock()})
      on conflict (company_id, provider_id) do update set last4 = excluded.last4 returning id`.execute(tx.db);
    const id = rows[0]?.id ?? 0;
    const others = await listCards(tx);
    // Somebody whose card was refused adds another one to pay with it.
    const works = others.some(({ is_default, expired }) => is_default && !expired) && !(await wasRefused(tx));
    if (!works) await setDefault(tx, id);
    tx.tell({ event: 'wallet.changed' }, { to: [tx.actor.userId] });
    return getCard(tx, id);
  });
}

/** Whether the last charge of the default card failed. */
async function wasRefused(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    select p.state from payments p join cards k on k.company_id = ${tx.companyId} and k.provider_id = p.method
    where p.company_id = ${tx.companyId} and p.user_id = ${tx.actor.userId} and k.user_id = ${tx.actor.userId}
      and k.is_default and k.removed_at is null
    order by p.created_at desc, p.id desc limit 1`.execute(tx.db);
  return rows[0]?.state === 'failed';
}

export async function makeDefault(tx: Tx, id: number): Promise<Card> {
  await lockCards(tx);
  await getCard(tx, id);
  await setDefault(tx, id);
  tx.tell({ event: 'wallet.changed' }, { to: [tx.actor.userId] });
  return getCard(tx, id);
}

export async function deleteCard(ctx: Ctx, id: number): Promise<void> {
  const { provider_id } = await inTenant(ctx, async (tx) => {
    await lockCards(tx);
    await getCard(tx, id);
    return remove(tx, tx.actor.userId, id);
  });
  // Ours is gone whatever the processor answers: nothing charges it any more.
  await ctx.platform.cards?.removeCard(provider_id).catch((err) => ctx.log.warn({ err }, 'a card stays at the processor'));
}

/** The newest of the others is the default one then. */
async function remove(tx: Tx, userId: number, id: number): Promise<{ provider_id: string }> {
  const removed = await tx.db
    .updateTable('cards')
    .set({ removed_at: tx.clock(), is_default: false })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .returning('provider_id')
    .executeTakeFirstOrThrow();
  const [next, ...others] = (await listCards(tx, userId)).toSorted((one, other) => other.id - one.id);
  if (next && ![next, ...others].some(({ is_default }) => is_default)) await setDefault(tx, next.id, userId);
  tx.tell({ event: 'wallet.changed' }, { to: [userId] });
  return removed;
}

/**
 * After an event or a refusal: what the processor knows of a card now, such as a later date, or that it was
 * taken off.
 */
export async function refreshCard(ctx: WorkCtx, method: string): Promise<void> {
  const card = await mustHaveCards(ctx.platform).findCard(method);
  if (!card) return;
  await inTenant(ctx, async (tx) => {
    if (!card.attached) return removeDetached(tx, method);
    const changed = await tx.db
      .updateTable('cards')
      .set({ last4: card.last4, exp_month: card.expMonth, exp_year: card.expYear })
      .where('company_id', '=', tx.companyId)
      .where('provider_id', '=', method)
      .returning('user_id')
      .executeTakeFirst();
    if (changed) tx.tell({ event: 'wallet.changed' }, { to: [changed.user_id] });
  });
}

async function removeDetached(tx: Tx, method: string): Promise<void> {
  const { rows } = await sql<{ id: number; user_id: number }>`
    select id, user_id from cards where company_id = ${tx.companyId} and provider_id = ${method} and removed_at is null`.execute(
    tx.db,
  );
  const [card] = rows;
  if (!card) return;
  await lockCards(tx, card.user_id);
  await remove(tx, card.user_id, card.id);
}

interface CardRow extends Omit<Card, 'expires' | 'expired'> {
  exp_month: number;
  exp_year: number;
}

export const mostCards = 20;

/** The default one first. */
export async function listCards(tx: Tx, userId = tx.actor.userId): Promise<Card[]> {
  const { rows } = await sql<CardRow>`
    select id, brand, last4, exp_month, exp_year, is_default from cards
    where company_id = ${tx.companyId} and user_id = ${userId} and removed_at is null
    order by is_default desc, created_at desc, id desc limit ${mostCards}`.execute(tx.db);
  return rows.map(({ exp_month, exp_year, ...card }) => ({
    ...card,
    expires: `${String(exp_month).padStart(2, '0')}/${exp_year}`,
    expired: Date.UTC(exp_year, exp_month, 1) <= tx.clock().getTime(),
  }));
}

async function getCard(tx: Tx, id: number): Promise<Card> {
  const card = (await listCards(tx)).find((one) => one.id === id);
  if (!card) throw fail('not_found');
  return card;
}

/** The payer and the default card, as the processor names them. Null: there is no card, or its user has left. */
export async function findChargeable(tx: Tx, userId: number): Promise<{ customer: string; method: string; card: string } | null> {
  const { rows } = await sql<{ customer: string; method: string; card: string }>`
    select c.provider_id as customer, k.provider_id as method, k.brand || ' ' || k.last4 as card
    from cards k
      join card_customers c on c.company_id = ${tx.companyId} and c.user_id = k.user_id
      join users u on u.company_id = ${tx.companyId} and u.id = k.user_id and u.active
    where k.company_id = ${tx.companyId} and k.user_id = ${userId} and k.is_default and k.removed_at is null`.execute(tx.db);
  return rows[0] ?? null;
}

/** Two calls at once leave one default card. */
const lockCards = (tx: Tx, userId = tx.actor.userId) =>
  sql`select from card_customers where company_id = ${tx.companyId} and user_id = ${userId} for update`.execute(tx.db);

/** Makes a card the default one; failed charges are tried again with it. */
async function setDefault(tx: Tx, id: number, userId = tx.actor.userId): Promise<void> {
  tx.enqueue(cardJobs.changed, { userId }, { key: `cards:${userId}` });
  for (const is_default of [false, true])
    await tx.db
      .updateTable('cards')
      .set({ is_default })
      .where('company_id', '=', tx.companyId)
      .where('user_id', '=', userId)
      .where('id', is_default ? '=' : '<>', id)
      .execute();
}

async function findCustomer(tx: Tx): Promise<string | null> {
  const row = await tx.db
    .selectFrom('card_customers')
    .select('provider_id')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', tx.actor.userId)
    .executeTakeFirst();
  return row?.provider_id ?? null;
}

/** The same customer for every call: the processor knows the key, and the first row stays. */
async function customerOf(ctx: WorkCtx, cards: CardProvider): Promise<string> {
  const known = await inTenant(ctx, findCustomer);
  if (known) return known;
  const { companyId, userId, name } = ctx.actor;
  const metadata = { company: String(companyId), user: String(userId) };
  const provider_id = await cards.createCustomer({ key: `customer:${companyId}:${userId}`, name, metadata });
  return inTenant(ctx, async (tx) => {
    await tx.db
      .insertInto('card_customers')
      .values({ company_id: companyId, user_id: userId, provider_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await findCustomer(tx)) ?? provider_id;
  });
}
