// Scopes of API keys. An endpoint's declaration determines its scope, so every new endpoint has one.
import type { Endpoint } from './kit/endpoint.ts';
import type { Access } from './permissions.ts';

export const apiScopeGroups = ['contacts', 'messages', 'lists', 'account', 'company'] as const;
export type ApiScopeGroup = (typeof apiScopeGroups)[number];

/** `write` includes `read`. */
export const apiScopes = apiScopeGroups.flatMap((group) => [`${group}:read`, `${group}:write`] as const);
export type ApiScope = (typeof apiScopes)[number];

type Subject = Access extends infer A ? (A extends `${infer First}.${string}` ? First : A) : never;

/** By the first word of the permission: a new one does not compile without its group. */
const groupOf: Record<Exclude<Subject, 'public'>, ApiScopeGroup> = {
  contacts: 'contacts',
  policies: 'contacts',
  prescriptions: 'contacts',
  data_capture: 'contacts',
  files: 'contacts',
  emails: 'messages',
  messages: 'messages',
  campaigns: 'messages',
  tags: 'contacts',
  reference: 'lists',
  custom_fields: 'lists',
  capture_forms: 'lists',
  teams: 'lists',
  calendar: 'account',
  calls: 'messages',
  numbers: 'company',
  wallet: 'account',
  subscriptions: 'account',
  money: 'company',
  signed_in: 'account',
  access: 'company',
  audit: 'company',
  business_units: 'company',
  compliance: 'company',
  features: 'company',
  jobs: 'company',
  security: 'company',
  settings: 'company',
  signups: 'company',
  team: 'company',
  users: 'company',
};

/**
 * Null: no key may make this call. That is everything refused while acting as another user (account security, keys, users, settings),
 * what asks for the password, sessions, and acting as another user.
 */
export function scopeOf({ permission, oneself, proof, path, method, reads }: Endpoint): ApiScope | null {
  if (permission === 'public' || oneself || proof) return null;
  if (permission === 'users.impersonate' || path.startsWith('/v1/sessions')) return null;
  const group = groupOf[permission.split('.')[0] as keyof typeof groupOf];
  return `${group}:${method === 'GET' || reads ? 'read' : 'write'}`;
}

export const coversScope = (scopes: readonly string[], needed: ApiScope): boolean =>
  scopes.includes(needed) || scopes.includes(needed.replace(':read', ':write'));
