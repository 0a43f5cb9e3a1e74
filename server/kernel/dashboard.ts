// The cards of the dashboard. Each area lists its own (`cards:` in its declaration); the area dashboard reads them all.
import type { Update } from '#contract/cable.ts';
import type { CardAnswer, CardLayout } from '#contract/dashboard.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Tx } from './context.ts';

export interface DashboardCard {
  /** As `PATCH /v1/dashboard?type=` names it. */
  name: string;
  title: string;
  /** The position until the user arranges the cards, in rising order. */
  place: number;
  size?: CardLayout['size'];
  permission: Permission;
  /** The text of an empty card, with a link to the next step. */
  empty: { text: string; link?: { label: string; to: string; permission: Permission } };
  /** The card is loaded again after these. */
  events: readonly Update['event'][];
  /** Counts exactly the list that it names. `team`: everyone in the actor's reach, not only themselves. */
  load(tx: Tx, about: { team: boolean }): Promise<CardAnswer>;
}

export const dashboardCard = (card: DashboardCard): DashboardCard => card;

/** How many rows a card shows. */
export const cardRows = 5;
