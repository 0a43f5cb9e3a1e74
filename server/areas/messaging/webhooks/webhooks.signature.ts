// The signature of a call: t=<seconds>,v1=<hex of HMAC-SHA256(secret, t.url.body)>. Time and address are part of it, so a call cannot be replayed later or elsewhere.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds between two clocks. */
const tolerance = 300;

interface Signed {
  secret: string;
  url: string;
  body: Buffer;
  at: Date;
}

export function signatureOf({ secret, url, body, at }: Signed): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${digest(secret, seconds, url, body).toString('hex')}`;
}

export function isSigned({ secret, url, body, at }: Signed, signature: string | undefined): boolean {
  const [, time, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
  if (!time || !hex || Math.abs(at.getTime() / 1000 - Number(time)) > tolerance) return false;
  return timingSafeEqual(Buffer.from(hex, 'hex'), digest(secret, Number(time), url, body));
}

const digest = (secret: string, seconds: number, url: string, body: Buffer) =>
  createHmac('sha256', secret).update(`${seconds}.${url}.`).update(body).digest();
