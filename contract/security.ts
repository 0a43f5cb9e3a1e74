// A company's sign-in requirements.
import { z } from 'zod';
import { ById, endpoint, Id, Line, Moment, Nothing, Paged, PathId, paces } from './kit/endpoint.ts';
import { pageOf } from './kit/paging.ts';
import { roles } from './permissions.ts';

export const SecuritySettings = z
  .object({
    require_two_factor: z.boolean(),
    /** If not everyone needs one. */
    two_factor_roles: z.array(z.enum(roles)),
  })
  .meta({ id: 'SecuritySettings' });
export type SecuritySettings = z.output<typeof SecuritySettings>;

export const SecurityOverview = SecuritySettings.extend({
  /** Users who sign in, and how many have a second factor. */
  people: z.int(),
  with_two_factor: z.int(),
  must_change_password: z.int(),
}).meta({ id: 'SecurityOverview' });
export type SecurityOverview = z.output<typeof SecurityOverview>;

const admin = { permission: 'security.manage', oneself: true } as const;

export const getSecurity = endpoint({
  method: 'GET',
  path: '/v1/admin/security',
  summary: 'The company’s sign-in requirements, and how many users meet them',
  ...admin,
  response: SecurityOverview,
});

export const updateSecurity = endpoint({
  method: 'PATCH',
  path: '/v1/admin/security',
  summary: 'Change the company’s sign-in requirements',
  ...admin,
  proof: true,
  body: SecuritySettings.partial(),
  response: SecurityOverview,
  rateLimit: paces.edit,
});

export const requirePasswordChange = endpoint({
  method: 'POST',
  path: '/v1/admin/security/password_change',
  summary: 'Require a new password from the given users, or from everyone but yourself',
  ...admin,
  body: z.object({ user_ids: z.array(PathId).max(1000).optional() }),
  response: z.object({ asked: z.int() }),
  rateLimit: paces.edit,
});

export const resetTwoFactor = endpoint({
  method: 'POST',
  path: '/v1/admin/security/two_factor_reset',
  summary: 'Remove every second factor of a user who lost them; ends their sessions',
  ...admin,
  proof: true,
  body: z.object({ user_id: PathId }),
  response: Nothing,
  rateLimit: paces.edit,
});

export const Network = z
  .object({
    id: Id,
    /** CIDR: `203.0.113.0/24`. */
    network: z.string(),
    note: z.string(),
    created_at: Moment,
  })
  .meta({ id: 'Network' });
export type Network = z.output<typeof Network>;

export const listNetworks = endpoint({
  method: 'GET',
  path: '/v1/auth_ips',
  summary: 'Networks from which the company’s people may sign in; an empty list means from anywhere',
  permission: 'security.manage',
  query: z.object(pageOf(50)),
  response: Paged(Network),
});

export const createNetwork = endpoint({
  method: 'POST',
  path: '/v1/auth_ips',
  summary: 'Allow a network; the first one on the list shuts out all others',
  ...admin,
  permission: 'access.manage',
  proof: true,
  body: z.object({ network: z.string().trim().min(1, 'Enter an address or a network').max(60), note: Line(200).default('') }),
  response: Network,
  status: 201,
  errors: ['networks.locks_out', 'networks.taken'],
  rateLimit: paces.edit,
});

export const deleteNetwork = endpoint({
  method: 'DELETE',
  path: '/v1/auth_ips/:id',
  summary: 'Remove a network from the list',
  ...admin,
  permission: 'access.manage',
  proof: true,
  params: ById,
  response: Nothing,
  errors: ['networks.locks_out'],
  rateLimit: paces.edit,
});
