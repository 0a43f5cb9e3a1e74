// Existing contacts that match a new one while it is typed.
import { z } from 'zod';
import { ContactRow } from './contacts.ts';
import { endpoint, List } from './kit/endpoint.ts';

export const findContactMatches = endpoint({
  method: 'POST',
  path: '/v1/contacts/matches',
  summary: 'Contacts with this phone or e-mail, at most five; contacts of colleagues show only as limited cards, found by phone',
  reads: true,
  permission: 'contacts.create',
  body: z.object({
    /** As typed; an incomplete number or address matches nothing. */
    phone: z.string().max(40).default(''),
    email: z.string().trim().max(254).default(''),
  }),
  response: List(ContactRow),
  rateLimit: { limit: 60, seconds: 60, by: 'user' }, // a person types; only a script would try many numbers
});
