// My day: the cards of the first page, each loaded by a call of its own, and how a user arranges them.
import { z } from 'zod';
import { endpoint, Line, paces } from './kit/endpoint.ts';

export const cardSizes = ['small', 'wide'] as const;

const CardName = Line(40).min(1);

/** How a user wants one card. */
export const CardLayout = z.object({ name: CardName, size: z.enum(cardSizes), hidden: z.boolean() }).meta({ id: 'CardLayout' });
export type CardLayout = z.output<typeof CardLayout>;

/** A screen of the web app: its path, and the search parameters that it takes. */
const Target = z.object({ to: z.string(), search: z.record(z.string(), z.unknown()) });

export const CardAnswer = z
  .object({
    /** The count of the list that `list` names; null where the card shows the latest entries. */
    count: z.int().nullable(),
    /** There are more than `count`, and counting them all would cost too much. */
    capped: z.boolean(),
    rows: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        text: z.string(),
        at: z.string().nullable(),
        overdue: z.boolean(),
        /** The screen that shows it, and its search parameters. */
        href: z.string(),
        search: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
    /** The list that the card counts; null where no screen lists all of it. */
    list: Target.nullable(),
  })
  .meta({ id: 'CardAnswer' });
export type CardAnswer = z.output<typeof CardAnswer>;

export const Dashboard = z
  .object({
    /** In the user's order, hidden ones too. */
    cards: z.array(
      CardLayout.extend({
        title: z.string(),
        /** The text of an empty card, with a link to the next step. */
        empty: z.object({ text: z.string(), link: z.object({ label: z.string(), to: z.string() }).nullable() }),
        /** Events of the UpdatesChannel after which the card is loaded again. */
        events: z.array(z.string()),
      }),
    ),
    /** Whether `scope: team` shows more than `me`. */
    has_team: z.boolean(),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.output<typeof Dashboard>;

export const getDashboard = endpoint({
  method: 'GET',
  path: '/v1/dashboard',
  summary: 'The cards that you may see, in your order; their content is loaded card by card',
  permission: 'contacts.read',
  response: Dashboard,
});

export const loadDashboardCard = endpoint({
  method: 'PATCH',
  path: '/v1/dashboard',
  summary: 'The content of one card: its count, the first rows, and the list that it counts',
  reads: true,
  permission: 'contacts.read',
  query: z.object({
    /** The card's name. */
    type: CardName,
    /** Your own, or everyone in your reach. */
    scope: z.enum(['me', 'team']).default('me'),
  }),
  response: CardAnswer,
  errors: ['too_slow', 'rate_limited'],
  rateLimit: paces.look,
});

export const arrangeDashboardCard = endpoint({
  method: 'PATCH',
  path: '/v1/dashboard/cards/:name',
  summary: 'Arrange one card: what is left out stays, as do the other cards',
  permission: 'contacts.read',
  params: z.object({ name: CardName }),
  body: CardLayout.omit({ name: true })
    .extend({
      /** Among all cards, hidden ones too. */
      position: z.int().min(0).max(100),
    })
    .partial(),
  response: Dashboard,
  rateLimit: paces.edit,
});

export const arrangeDashboard = endpoint({
  method: 'PUT',
  path: '/v1/dashboard',
  summary: 'Arrange all cards: order, size, hidden. Cards that are left out come last',
  permission: 'contacts.read',
  body: z.object({
    cards: z
      .array(CardLayout)
      .max(100)
      .refine((cards) => new Set(cards.map(({ name }) => name)).size === cards.length, 'Name each card once'),
  }),
  response: Dashboard,
  rateLimit: paces.edit,
});
