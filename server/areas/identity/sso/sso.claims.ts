// What single providers say in their own way of whom they let in.

/** What a provider says of somebody; all but the first two as it likes. */
export type Claims = { iss: string; sub: string } & Record<string, unknown>;

const entra = /^https:\/\/login\.microsoftonline\.com\/[0-9a-f-]{36}\/v2\.0$/;

/**
 * Whether the provider has verified the e-mail address. Microsoft Entra never says `email_verified`; its optional claim `xms_edov` says that the
 * address's domain is verified by its owner, as a boolean, a number or a text.
 */
export function isVerified({ iss, email_verified, xms_edov }: Claims): boolean {
  if (email_verified !== undefined) return email_verified === true;
  return entra.test(iss) && [true, 1, '1', 'true'].includes(xms_edov as string);
}

/**
 * Google lets in everybody from one issuer: accounts of an office say which (`hd`), and private ones that were made with an office's address do
 * not.
 */
export const isOfAnOffice = ({ iss, hd }: Claims, domains: string[]): boolean =>
  iss !== 'https://accounts.google.com' || (typeof hd === 'string' && domains.includes(hd.toLowerCase()));
