// Calls of Stripe to us (https://docs.stripe.com/webhooks): signed with the secret of the endpoint, over the
// time and the body.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { CardEvent, EventObject } from '#kernel/cards/cards.ts';

/** Seconds between two clocks, as in Stripe's own libraries. */
const tolerance = 300;

const Event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(100),
  data: z.object({
    object: z.object({ id: z.string().max(255).optional(), payment_intent: z.unknown().optional() }),
  }),
});

interface Call {
  secret: string;
  body: Buffer;
  signature: string | undefined;
  now: Date;
}

export function readEvent({ secret, body, signature, now }: Call): CardEvent | null {
  const parts = (signature ?? '').split(',').map((part) => part.split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() / 1000 - Number(time)) > tolerance) return null;
  const wanted = Buffer.from(digestOf(secret, time, body), 'hex');
  // While a secret is changed, a call has a signature by each.
  const isSigned = parts.some(([name, hex = '']) => {
    const given = Buffer.from(hex, 'hex');
    return name === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted);
  });
  if (!isSigned) return null;
  const { id, type, data } = Event.parse(JSON.parse(body.toString('utf8')));
  return { id, type, about: aboutOf(type, data.object) };
}

const digestOf = (secret: string, time: string, body: Buffer) =>
  createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');

export function signatureOf(secret: string, body: Buffer, now: Date): string {
  const time = String(Math.floor(now.getTime() / 1000));
  return `t=${time},v1=${digestOf(secret, time, body)}`;
}

const kinds: [RegExp, EventObject['kind']][] = [
  [/^payment_intent\./, 'charge'],
  [/^(refund\.|charge\.refund\.)/, 'refund'],
  [/^charge\.dispute\./, 'dispute'],
  [/^payment_method\./, 'card'],
];

function aboutOf(type: string, { id, payment_intent }: z.output<typeof Event>['data']['object']): EventObject | null {
  const kind = kinds.find(([pattern]) => pattern.test(type))?.[1];
  if (kind && id) return { kind, id };
  // Events of a charge name the payment that it belongs to.
  return type.startsWith('charge.') && typeof payment_intent === 'string'
    ? { kind: type === 'charge.refunded' ? 'refunds' : 'charge', id: payment_intent }
    : null;
}
