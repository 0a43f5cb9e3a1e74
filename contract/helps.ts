// A question of a user to their company's support address.
import { z } from 'zod';
import { endpoint, Line, Prose } from './kit/endpoint.ts';

export const createHelp = endpoint({
  method: 'POST',
  path: '/v1/helps',
  summary: 'Mail a question to your company’s support address, with the page that you are on and your browser',
  permission: 'signed_in',
  feature: 'help_button',
  ahead: 'password',
  body: z.object({
    question: Prose(5000).refine((text) => text.trim() !== '', 'Write your question'),
    /** The path of the page. Without its search, which may hold names of contacts. */
    page: Line(200).default(''),
  }),
  response: z.object({ sent_to: z.string() }),
  status: 202,
  errors: ['helps.no_address', 'mail.not_configured'],
  rateLimit: { limit: 10, seconds: 3600, by: 'user' },
});
