// Codes from an authenticator app (TOTP, RFC 6238): SHA-1, six digits, 30 seconds, as every app makes them.
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

const totpOf = (secret: string, { issuer = '', label = '' } = {}) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });

/** 160 bits, in base32. */
export const createSecret = () => new Secret({ size: 20 }).base32;

/** For the app: as a QR code, and as text to type. */
export function describeSecret(secret: string, names: { issuer: string; label: string }) {
  const uri = totpOf(secret, names).toString();
  const svg = renderSVG(uri, { ecc: 'M', border: 2, pixelSize: 4 });
  return {
    uri,
    qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    secret: secret.match(/.{1,4}/g)?.join(' ') ?? secret,
  };
}

/** The time step of a code, from the previous to the next, as clocks differ; null: no match. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const digits = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return null; // the library compares bytes and throws on characters of two bytes
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: digits, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
