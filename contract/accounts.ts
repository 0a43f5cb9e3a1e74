// The account: its plan, until when it is paid, the cards, and the company's administrators.
import { z } from 'zod';
import { Card } from './cards.ts';
import { MoneyText } from './kit/amounts.ts';
import { Day, endpoint, Paged } from './kit/endpoint.ts';
import { payers, planLevels, subscriptionStates } from './planLists.ts';
import { steps } from './steps.ts';

export const AccountInfo = z
  .object({
    'change_password?': z.boolean(),
    'paid_user?': z.boolean(),
    /** The first missing step; null: none. */
    missing: z.enum(steps).nullable(),
    chosen_plan: z.object({
      plan: z.enum(planLevels),
      name: z.string(),
      /** A month; nothing where no subscription pays for it. */
      price: MoneyText,
      /** The last day that is paid for; null: without end. */
      paid_until: Day.nullable(),
      /** The payer; null: nobody subscribed. */
      type: z.enum(payers).nullable(),
      state: z.enum(subscriptionStates).nullable(),
    }),
    /** The company's administrators. */
    contacts: z.array(z.object({ name: z.string(), email: z.string() })),
    plans: z.array(z.object({ plan: z.enum(planLevels), name: z.string(), price: MoneyText })),
    /** The user's cards; none before the steps that come first. */
    payment_infos: Paged(Card),
  })
  .meta({ id: 'AccountInfo' });
export type AccountInfo = z.output<typeof AccountInfo>;

export const getAccountInfo = endpoint({
  method: 'GET',
  path: '/v1/accounts/info',
  summary: 'Your account: missing steps, the company’s plan, and its administrators',
  permission: 'signed_in',
  ahead: 'terms',
  response: AccountInfo,
});
