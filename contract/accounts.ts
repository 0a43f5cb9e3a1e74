// The company's account: its plan, until when, and its administrators. Costs come with billing.
import { z } from 'zod';
import { Day, endpoint } from './kit/endpoint.ts';
import { steps } from './steps.ts';

export const plans = ['standard', 'premium'] as const;

export const AccountInfo = z
  .object({
    'change_password?': z.boolean(),
    'paid_user?': z.boolean(),
    /** The first missing step; null: none. */
    missing: z.enum(steps).nullable(),
    chosen_plan: z.object({ plan: z.enum(plans), name: z.string(), paid_until: Day.nullable() }),
    /** The company's administrators. */
    contacts: z.array(z.object({ name: z.string(), email: z.string() })),
    plans: z.array(z.object({ plan: z.enum(plans), name: z.string() })),
    payment_infos: z.array(z.never()),
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
