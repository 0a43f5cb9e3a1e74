// The sessions of a user, and acting as another user.
import { z } from 'zod';
import { loginTypes } from './impersonation.ts';
import { ById, endpoint, Id, List, Moment, Nothing, paces } from './kit/endpoint.ts';
import { Me } from './me.ts';

/** How a user signs in. Sessions in which another user acts as them are not listed. */
export const signInMethods = ['password', 'passkey', 'sso'] as const;

export const Session = z
  .object({
    id: Id,
    current: z.boolean(),
    method: z.enum(signInMethods),
    /** In plain words: `Chrome on Windows`. */
    device: z.string(),
    address: z.string(),
    place: z.string(),
    created_at: Moment,
    last_seen_at: Moment,
  })
  .meta({ id: 'Session' });
export type Session = z.output<typeof Session>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/v1/sessions',
  summary: 'Your own sessions, the last used first',
  permission: 'signed_in',
  ahead: 'password',
  oneself: true,
  response: List(Session),
});

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/v1/sessions/:id',
  summary: 'End another session of yours',
  permission: 'signed_in',
  ahead: 'password',
  oneself: true,
  params: ById,
  response: Nothing,
  rateLimit: paces.edit,
});

export const revokeOtherSessions = endpoint({
  method: 'POST',
  path: '/v1/sessions/revoke_others',
  summary: 'End all your sessions but this one',
  permission: 'signed_in',
  ahead: 'password',
  oneself: true,
  response: z.object({ revoked: z.int() }),
  rateLimit: paces.edit,
});

export const listLoginTypes = endpoint({
  method: 'GET',
  path: '/v1/admin/users/:id/login_types',
  summary: 'The ways in which you may act as this user, the one that says most about the user first',
  permission: 'users.impersonate',
  params: ById,
  response: List(z.enum(loginTypes)),
  errors: ['sessions.login_refused'],
});

export const loginAsUser = endpoint({
  method: 'POST',
  path: '/v1/admin/users/:id/login',
  summary: 'Act as another user until you return; from there on as one below, in up to three steps',
  permission: 'users.impersonate',
  proof: true,
  params: ById,
  /** Without `login_type` the first of `listLoginTypes`. */
  body: z.object({ login_type: z.enum(loginTypes).optional() }),
  response: Me,
  status: 201,
  errors: ['sessions.login_refused'],
  rateLimit: paces.edit,
});

export const returnToSession = endpoint({
  method: 'POST',
  path: '/v1/sessions/:id',
  summary: 'Stop acting as this user and return to a session behind, one step or several',
  permission: 'signed_in',
  ahead: 'terms',
  params: ById,
  response: Me,
  status: 201,
  errors: ['sessions.not_impersonating'],
  rateLimit: paces.edit,
});
