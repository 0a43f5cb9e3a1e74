// Codes from an authenticator app (TOTP, RFC 6238): SHA-1, six digits, 30 seconds, as every app makes them.
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

const totpOf = (secret: string, { issuer = '', label = '' } = {}) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });

/** 160 bits, in base32. */
export const createSecret = () => new Secret({ size: 20 }).base32;

/** What an app reads: as a picture, and as text to type. */
export function describeSecret(secret: string, names: { issuer: string; label: string }) {
  const uri = totpOf(secret, names).toString();
  const svg = renderSVG(uri, { ecc: 'M', border: 2, pixelSize: 4 });
  return {
    uri,
    qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    secret: secret.match(/.{1,4}/g)?.join(' ') ?? secret,
  };
}

/** The step that a code belongs to, from the one before to the next, as clocks differ; null: it is none of these. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const digits = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return null; // the library compares bytes and throws where a character has two
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: digits, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
