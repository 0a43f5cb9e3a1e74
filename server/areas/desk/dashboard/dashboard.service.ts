// The dashboard: which cards a user sees, in which order, and the content of one.
import { sql } from 'kysely';
import type { arrangeDashboardCard, CardAnswer, CardLayout, Dashboard } from '#contract/dashboard.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import type { DashboardCard } from '#kernel/dashboard.ts';
import { fail } from '#kernel/errors.ts';

type Cards = readonly DashboardCard[];

export async function getDashboard(tx: Tx, cards: Cards): Promise<Dashboard> {
  const layout = await findLayout(tx);
  const arranged = (name: string) => layout.findIndex((each) => each.name === name);
  const position = ({ name, place }: DashboardCard) => (arranged(name) < 0 ? layout.length + place : arranged(name));
  return {
    cards: openTo(tx, cards)
      .toSorted((a, b) => position(a) - position(b))
      .map(({ name, title, size, empty: { text, link }, events }) => ({
        name,
        title,
        size: size ?? 'small',
        hidden: false,
        ...layout[arranged(name)],
        empty: { text, link: link && tx.actor.has(link.permission) ? { label: link.label, to: link.to } : null },
        events: [...events],
      })),
    has_team: tx.actor.has('team.lead'),
  };
}

/** 404 for a card that does not exist, or that the user may not see. */
export function loadCard(tx: Tx, cards: Cards, { type, scope }: { type: string; scope: 'me' | 'team' }): Promise<CardAnswer> {
  const card = openTo(tx, cards).find(({ name }) => name === type);
  if (!card) throw fail('not_found');
  return card.load(tx, { team: scope === 'team' && tx.actor.has('team.lead') });
}

type CardChange = InputOf<typeof arrangeDashboardCard>['body'];

/** The other cards stay as the user has them by now, on whatever screen. 404 for a card that the user may not see. */
export async function arrangeCard(tx: Tx, cards: Cards, name: string, { position, ...change }: CardChange): Promise<Dashboard> {
  await lockLayout(tx);
  const shown = (await getDashboard(tx, cards)).cards.map(({ name, size, hidden }) => ({ name, size, hidden }));
  const old = shown.find((card) => card.name === name);
  if (!old) throw fail('not_found');
  const card = { ...old, ...present(change) };
  const others = shown.filter((each) => each !== old);
  // Cards that the user may not see now keep what the user once chose for them.
  const unseen = (await findLayout(tx)).filter((each) => shown.every((one) => one.name !== each.name));
  return arrangeDashboard(tx, cards, [...others.toSpliced(position ?? shown.indexOf(old), 0, card), ...unseen]);
}

const present = ({ size, hidden }: CardChange) => ({
  ...(size !== undefined && { size }),
  ...(hidden !== undefined && { hidden }),
});

/** One change of a user's cards at a time. */
const lockLayout = (tx: Tx) =>
  sql`select from users where company_id = ${tx.companyId} and id = ${tx.actor.userId} for no key update`.execute(tx.db);

/** The user's other screens follow. */
export async function arrangeDashboard(tx: Tx, cards: Cards, layout: CardLayout[]): Promise<Dashboard> {
  const known = layout.filter(({ name }) => cards.some((card) => card.name === name));
  await sql`
    insert into dashboard_layouts (company_id, user_id, cards)
    values (${tx.companyId}, ${tx.actor.userId}, ${JSON.stringify(known)})
    on conflict (company_id, user_id) do update set cards = excluded.cards`.execute(tx.db);
  tx.tell({ event: 'dashboard.changed' }, { to: [tx.actor.userId] });
  return getDashboard(tx, cards);
}

/** Empty until the user arranges something. */
export async function findLayout(tx: Tx): Promise<CardLayout[]> {
  const { rows } = await sql<{ cards: CardLayout[] }>`
    select cards from dashboard_layouts where company_id = ${tx.companyId} and user_id = ${tx.actor.userId}`.execute(tx.db);
  return rows[0]?.cards ?? [];
}

const openTo = (tx: Tx, cards: Cards) => cards.filter(({ permission }) => tx.actor.has(permission));
