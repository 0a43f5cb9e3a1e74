// Twilio's signature of its calls to us: HMAC-SHA1 over the address and the form's fields in the order of
// their names, with the account's token.
import { createHmac, timingSafeEqual } from 'node:crypto';

export function signatureOf(token: string, url: string, form: URLSearchParams): string {
  const fields = [...form].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([name, value]) => name + value);
  return createHmac('sha1', token)
    .update(url + fields.join(''))
    .digest('base64');
}

/** `url`: without the part behind #, which Twilio keeps to itself. */
export function isSigned(token: string, url: string, form: URLSearchParams, signature: string | undefined): boolean {
  const [given, wanted] = [Buffer.from(signature ?? ''), Buffer.from(signatureOf(token, url, form))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
