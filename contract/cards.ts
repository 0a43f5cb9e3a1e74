// Payment cards. They are entered on a page of the card processor: no card number ever comes here.
import { z } from 'zod';
import { ById, endpoint, Id, List, Nothing, paces } from './kit/endpoint.ts';

export const Card = z
  .object({
    id: Id,
    brand: z.string(),
    last4: z.string(),
    /** `MM/YYYY` */
    expires: z.string(),
    expired: z.boolean(),
    is_default: z.boolean(),
  })
  .meta({ id: 'Card' });
export type Card = z.output<typeof Card>;

/** Pages of ours that the processor's page returns to. */
export const cardReturns = [
  '/wallet',
  '/billing',
  '/billing/update',
  '/billing/review?plan=standard',
  '/billing/review?plan=premium',
] as const;

export const listCards = endpoint({
  method: 'GET',
  path: '/v1/accounts/cards',
  summary: 'Your cards, the default one first',
  permission: 'signed_in',
  ahead: 'two_factor',
  response: List(Card),
  rateLimit: paces.look,
});

export const connectCard = endpoint({
  method: 'POST',
  path: '/v1/accounts/connect_card',
  summary: 'The address of the card processor’s page on which you enter a card; it returns to `return_path` with `setup`',
  permission: 'signed_in',
  ahead: 'two_factor',
  oneself: true,
  body: z.object({ return_path: z.enum(cardReturns).default('/wallet') }).prefault({}),
  response: z.object({ url: z.string() }),
  errors: ['cards.not_configured', 'cards.unavailable'],
  rateLimit: { limit: 30, seconds: 600, by: 'user' },
});

export const saveCard = endpoint({
  method: 'POST',
  path: '/v1/accounts/cards',
  summary: 'Keep the card that you entered on the processor’s page; the first one is the default',
  permission: 'signed_in',
  ahead: 'two_factor',
  oneself: true,
  body: z.object({ setup: z.string().regex(/^\w{1,200}$/) }),
  response: Card,
  errors: ['cards.not_configured', 'cards.unavailable', 'cards.not_entered'],
  rateLimit: { limit: 60, seconds: 600, by: 'user' },
});

export const updateCard = endpoint({
  method: 'PATCH',
  path: '/v1/accounts/cards/:id',
  summary: 'Make a card the default one: it pays from now on',
  permission: 'signed_in',
  ahead: 'two_factor',
  oneself: true,
  params: ById,
  body: z.object({ is_default: z.literal(true) }),
  response: Card,
  rateLimit: paces.edit,
});

export const deleteCard = endpoint({
  method: 'DELETE',
  path: '/v1/accounts/cards/:id',
  summary: 'Remove a card. The newest of the others is the default one then',
  permission: 'signed_in',
  ahead: 'two_factor',
  oneself: true,
  params: ById,
  response: Nothing,
  rateLimit: paces.edit,
});
