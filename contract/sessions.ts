// Signing in and out.
import { z } from 'zod';
import { endpoint, Nothing } from './endpoint.ts';
import { Me } from './users.ts';

export const SessionCreate = z.object({
  /** The e-mail or the username. */
  email: z.string().trim().min(1, 'Enter your e-mail or username').max(320),
  password: z.string().min(1, 'Enter your password').max(1000),
});
export type SessionCreate = z.output<typeof SessionCreate>;

export const createSession = endpoint({
  method: 'POST',
  path: '/v1/sessions',
  summary: 'Sign in: sets the cookies token and csrf_token',
  permission: 'public',
  body: SessionCreate,
  response: Me,
  status: 201,
  errors: ['sessions.wrong_credentials', 'rate_limited', 'origin'],
  rateLimit: { limit: 30, seconds: 60, by: 'address' },
});

export const deleteSession = endpoint({
  method: 'DELETE',
  path: '/v1/sessions',
  summary: 'Sign out',
  permission: 'signed_in',
  response: Nothing,
});
