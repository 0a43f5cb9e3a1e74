// Differences between providers in their claims.

/** A provider's claims about a user; only the first two are certain to be there. */
export type Claims = { iss: string; sub: string } & Record<string, unknown>;

const entra = /^https:\/\/login\.microsoftonline\.com\/[0-9a-f-]{36}\/v2\.0$/;

/**
 * Whether the provider verified the e-mail address. Microsoft Entra never sends `email_verified`; its optional claim `xms_edov` says
 * that the owner of the domain verified it, as a boolean, a number or a text.
 */
export function isVerified({ iss, email_verified, xms_edov }: Claims): boolean {
  if (email_verified !== undefined) return email_verified === true;
  return entra.test(iss) && [true, 1, '1', 'true'].includes(xms_edov as string);
}

/**
 * Google uses one issuer for everyone: Workspace accounts name their domain (`hd`), private accounts with a company's address
 * do not.
 */
export const isOfAnOffice = ({ iss, hd }: Claims, domains: string[]): boolean =>
  iss !== 'https://accounts.google.com' || (typeof hd === 'string' && domains.includes(hd.toLowerCase()));
