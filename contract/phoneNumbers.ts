// Phone numbers that people text and call from: search, buy, pass on, give up. The rent is a usage price,
// paid each month in advance.
import { z } from 'zod';
import { MoneyText } from './kit/amounts.ts';
import { ById, endpoint, Id, Line, Paged, paces } from './kit/endpoint.ts';
import { normalPhone } from './kit/formats.ts';
import { pageOf } from './kit/paging.ts';
import { numberRegistrations, numberStates, orderReasons, orderStates } from './phoneNumberLists.ts';
import { Person } from './users.ts';

const feature = 'texting';
const UsNumber = Line(30).transform(normalPhone).pipe(z.string().min(1, 'This is not a US phone number'));

export const PhoneNumber = z
  .object({
    id: Id,
    phone_number: z.string(),
    /** Null: the company's, which everyone may text from. */
    owner: Person.nullable(),
    /** The user whose wallet pays the rent. */
    payer: Person,
    state: z.enum(numberStates),
    registration: z.enum(numberRegistrations),
    city: z.string(),
    region: z.string(),
    texts: z.boolean(),
    calls: z.boolean(),
    /** New texts of its owner leave from it. */
    default_sender: z.boolean(),
    /** Calls of its owner show it. */
    dialer: z.boolean(),
    /** When a text last left from it or came to it. */
    last_used_at: z.string().nullable(),
    bought_at: z.string(),
    rent_due_at: z.string(),
    /** Since when a month could not be paid. */
    unpaid_since: z.string().nullable(),
    /** Given up: until then answers still arrive. */
    release_at: z.string().nullable(),
  })
  .meta({ id: 'PhoneNumber' });
export type PhoneNumber = z.output<typeof PhoneNumber>;

export const NumberOrder = z
  .object({
    id: Id,
    phone_number: z.string(),
    for_company: z.boolean(),
    state: z.enum(orderStates),
    /** Why it failed. */
    reason: z.enum(orderReasons).nullable(),
    amount: MoneyText,
    /** The bank's page for confirming the card. */
    action_url: z.string().nullable(),
    created_at: z.string(),
  })
  .meta({ id: 'NumberOrder' });
export type NumberOrder = z.output<typeof NumberOrder>;

export const NumberOffer = z
  .object({ phone_number: z.string(), city: z.string(), state: z.string(), texts: z.boolean(), calls: z.boolean() })
  .meta({ id: 'NumberOffer' });
export type NumberOffer = z.output<typeof NumberOffer>;

export const searchPhoneNumbers = endpoint({
  method: 'GET',
  path: '/v1/users/search_phone_number',
  summary:
    'Numbers that can be bought. `query`: three digits are an area code, two letters a state, more digits a part of the number',
  permission: 'numbers.buy',
  feature,
  long: true,
  query: z.object({ query: Line(20).default('') }),
  response: z.object({
    data: z.array(NumberOffer),
    /** Of a month. */
    price: MoneyText,
  }),
  errors: ['numbers.not_configured', 'numbers.unavailable'],
  rateLimit: paces.heavy,
});

export const listOwnPhoneNumbers = endpoint({
  method: 'GET',
  path: '/v1/users/phone_numbers',
  summary: 'Your own numbers, those of the company, and what you ordered lately',
  permission: 'numbers.buy',
  feature,
  response: z.object({
    data: z.array(PhoneNumber),
    orders: z.array(NumberOrder),
    /** Of a month. */
    price: MoneyText,
  }),
  rateLimit: paces.look,
});

export const purchasePhoneNumber = endpoint({
  method: 'POST',
  path: '/v1/users/purchase_phone_number',
  summary:
    'Buy a number: from your wallet, or by your default card. The first month is paid now; the answer of the carrier follows in a moment',
  permission: 'numbers.buy',
  feature: 'wallet',
  oneself: true,
  once: true,
  body: z.object({
    phone_number: UsNumber,
    use_wallet: z.boolean().default(true),
    /** For the company's pool; takes `numbers.manage`. */
    for_company: z.boolean().default(false),
  }),
  response: NumberOrder,
  status: 202,
  errors: ['numbers.not_configured', 'numbers.taken', 'wallet.insufficient_funds', 'cards.not_configured', 'cards.none'],
  rateLimit: { limit: 20, seconds: 600, by: 'user' },
});

export const giveUpPhoneNumber = endpoint({
  method: 'DELETE',
  path: '/v1/users/phone_numbers/:id',
  summary: 'Give up your own number: answers still arrive for 30 days, then the carrier gets it back',
  permission: 'numbers.buy',
  feature,
  oneself: true,
  params: ById,
  response: PhoneNumber,
  errors: ['numbers.given_up'],
  rateLimit: paces.edit,
});

export const updateOwnPhoneNumber = endpoint({
  method: 'PATCH',
  path: '/v1/users/phone_numbers/:id',
  summary: 'Choose your own number for new texts (`default_sender`) or for calls (`dialer`), or stop that',
  permission: 'numbers.buy',
  feature,
  oneself: true,
  params: ById,
  body: z.object({ default_sender: z.boolean(), dialer: z.boolean() }).partial(),
  response: PhoneNumber,
  errors: ['numbers.given_up'],
  rateLimit: paces.edit,
});

const managed = { permission: 'numbers.manage', feature, rateLimit: paces.edit } as const;

export const listPhoneNumbers = endpoint({
  method: 'GET',
  path: '/v1/admin/sms/numbers',
  summary: 'Numbers of the company, by number or by the name of who has them; released ones only with `state`',
  ...managed,
  query: z.object({ ...pageOf(25), state: z.enum(numberStates).optional() }),
  response: Paged(PhoneNumber),
  rateLimit: paces.look,
});

export const assignPhoneNumber = endpoint({
  method: 'PATCH',
  path: '/v1/admin/sms/numbers/:id',
  summary: 'Give a number to a user, or back to the company with `user_id` null. The rent follows',
  ...managed,
  params: ById,
  body: z.object({ user_id: Id.nullable() }),
  response: PhoneNumber,
  errors: ['numbers.given_up'],
});

export const releasePhoneNumber = endpoint({
  method: 'DELETE',
  path: '/v1/admin/sms/numbers/:id',
  summary: 'Give up a number: answers still arrive for 30 days, then the carrier gets it back',
  ...managed,
  params: ById,
  response: PhoneNumber,
  errors: ['numbers.given_up'],
});

export const keepPhoneNumber = endpoint({
  method: 'POST',
  path: '/v1/admin/sms/numbers/:id/keep',
  summary: 'Take back that a number was given up, while the carrier has not got it back',
  ...managed,
  params: ById,
  response: PhoneNumber,
  errors: ['numbers.not_given_up'],
});

export const AvailableNumber = z.object({ id: Id, phone_number: z.string(), own: z.boolean(), default_sender: z.boolean() });
export type AvailableNumbers = z.output<typeof AvailableNumber>[];
