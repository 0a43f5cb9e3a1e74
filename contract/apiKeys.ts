// API keys: secrets by which a user's own programs make calls as that user, with `Authorization: Bearer`.
import { z } from 'zod';
import { apiScopes } from './apiScopes.ts';
import { ById, endpoint, Id, Limit, Line, List, Moment, Nothing, Paged, paces } from './kit/endpoint.ts';
import { pageOf } from './kit/paging.ts';
import { Person } from './users.ts';

/** Keys of one user that are neither expired nor revoked. */
export const maxApiKeys = 25;
/** How long the log of a key's calls is kept. */
export const apiCallDays = 30;

export const apiKeyStates = ['active', 'expired', 'revoked'] as const;

export const ApiKey = z
  .object({
    id: Id,
    name: z.string(),
    /** The beginning of the secret. */
    prefix: z.string(),
    scopes: z.array(z.enum(apiScopes)),
    state: z.enum(apiKeyStates),
    created_at: Moment,
    /** Null: never. */
    expires_at: Moment.nullable(),
    /** To the minute. */
    last_used_at: Moment.nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.output<typeof ApiKey>;

const Name = Line(60).refine((name) => name !== '', 'Enter a name');
const Scopes = z
  .array(z.enum(apiScopes))
  .min(1, 'Choose at least one')
  .max(apiScopes.length)
  .transform((scopes) => apiScopes.filter((scope) => scopes.includes(scope)));
/** From now; null: it never expires. */
const Days = z.int().min(1).max(3650).nullable();

export const ApiKeyCreate = z.object({ name: Name, scopes: Scopes, expires_in_days: Days });
export type ApiKeyCreate = z.output<typeof ApiKeyCreate>;
export const ApiKeyUpdate = z.object({
  name: Name.optional(),
  scopes: Scopes.optional(),
  expires_in_days: Days.optional(),
});
export type ApiKeyUpdate = z.output<typeof ApiKeyUpdate>;

export const ApiKeyCall = z
  .object({
    id: Id,
    at: Moment,
    method: z.string(),
    /** As in the contract: `/v1/contacts/:id`. */
    path: z.string(),
    status: z.int(),
    address: z.string(),
  })
  .meta({ id: 'ApiKeyCall' });
export type ApiKeyCall = z.output<typeof ApiKeyCall>;

/** A user's API token: a key with every scope. Null: there is none yet, or it was revoked. */
export const ApiToken = z.object({
  token: z.string().nullable(),
  created_at: Moment.nullable(),
  last_used_at: Moment.nullable(),
});
export type ApiToken = z.output<typeof ApiToken>;

const own = { permission: 'signed_in', oneself: true } as const;

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/v1/api_keys',
  summary: 'Your API keys, the newest first, at most 100',
  ...own,
  response: List(ApiKey),
});
export const createApiKey = endpoint({
  method: 'POST',
  path: '/v1/api_keys',
  summary: 'Create an API key; only this answer holds its secret',
  ...own,
  proof: true,
  body: ApiKeyCreate,
  response: ApiKey.extend({ secret: z.string() }),
  status: 201,
  errors: ['api_keys.too_many'],
  rateLimit: { limit: 60, seconds: 3600, by: 'user' },
});
export const updateApiKey = endpoint({
  method: 'PATCH',
  path: '/v1/api_keys/:id',
  summary: 'Change the name, the scopes or the expiry of an API key',
  ...own,
  proof: true,
  params: ById,
  body: ApiKeyUpdate,
  response: ApiKey,
  errors: ['api_keys.revoked', 'api_keys.too_many'],
  rateLimit: paces.edit,
});
export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/v1/api_keys/:id',
  summary: 'Revoke an API key at once and for good',
  ...own,
  params: ById,
  response: Nothing,
  rateLimit: paces.edit,
});
export const listApiKeyCalls = endpoint({
  method: 'GET',
  path: '/v1/api_keys/:id/calls',
  summary: 'What an API key was used for in the last 30 days, the newest first',
  ...own,
  params: ById,
  query: z.object({ cursor: z.string().max(300).optional(), limit: Limit(50) }),
  response: z.object({ data: z.array(ApiKeyCall), meta: z.object({ next_cursor: z.string().nullable() }) }),
});
export const exportApiKeyCalls = endpoint({
  method: 'POST',
  path: '/v1/api_keys/:id',
  summary: 'The same as a file',
  reads: true,
  ...own,
  kind: 'stream',
  params: ById,
  body: z.object({ format: z.enum(['csv', 'xlsx']) }),
  response: Nothing,
  rateLimit: paces.heavy,
});

export const showApiToken = endpoint({
  method: 'GET',
  path: '/v1/users/show_api_token',
  summary: 'Your API token',
  ...own,
  proof: true,
  response: ApiToken,
});
export const refreshApiToken = endpoint({
  method: 'PATCH',
  path: '/v1/users/refresh_api_token',
  summary: 'Create your API token, or replace it: the previous one stops working at once',
  ...own,
  proof: true,
  response: ApiToken,
  rateLimit: { limit: 60, seconds: 3600, by: 'user' },
});

export const CompanyApiKey = ApiKey.extend({ user: Person, kind: z.enum(['key', 'token']) }).meta({ id: 'CompanyApiKey' });
export type CompanyApiKey = z.output<typeof CompanyApiKey>;

export const listCompanyApiKeys = endpoint({
  method: 'GET',
  path: '/v1/admin/api_tracking/api_keys',
  summary: 'The API keys of all users that are not revoked, the newest first',
  permission: 'security.manage',
  oneself: true,
  query: z.object(pageOf(25)),
  response: Paged(CompanyApiKey),
  rateLimit: paces.look,
});
export const revokeCompanyApiKey = endpoint({
  method: 'PATCH',
  path: '/v1/admin/api_tracking/api_keys/:id',
  summary: 'Revoke the API key of any user of the company',
  permission: 'security.manage',
  oneself: true,
  params: ById,
  body: z.object({ revoked: z.literal(true) }),
  response: Nothing,
  rateLimit: paces.edit,
});
