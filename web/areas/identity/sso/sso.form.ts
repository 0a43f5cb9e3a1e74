// The settings as the form holds them.
import type { SsoConnection, SsoConnectionUpdate } from '#contract/sso.ts';

export type SsoForm = Omit<SsoConnectionUpdate, 'client_secret' | 'business_unit_id'> & {
  /** Empty: keep the saved one, which is never shown. */
  client_secret: string;
  business_unit_id: string | null;
};

export const formOf = (connection: SsoConnection): SsoForm => ({
  issuer: connection.issuer,
  client_id: connection.client_id,
  client_secret: '',
  domains: connection.domains.map(({ domain }) => domain),
  enabled: connection.enabled,
  required: connection.required,
  creates_users: connection.creates_users,
  default_role: connection.default_role,
  business_unit_id: connection.business_unit_id === null ? null : String(connection.business_unit_id),
  follows_provider: connection.follows_provider,
});

/** Without any secret, it is a public client. */
export function sendable({ client_secret, business_unit_id, ...form }: SsoForm, hasSecret: boolean): SsoConnectionUpdate {
  return {
    ...form,
    issuer: form.issuer.trim(),
    business_unit_id: business_unit_id === null ? null : Number(business_unit_id),
    ...(client_secret !== '' ? { client_secret } : !hasSecret && { client_secret: null }),
  };
}

/** Shows the server's error about one domain under the whole field. */
export const errorsOf = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, text]) => [field.replace(/\..*/, ''), text]));
