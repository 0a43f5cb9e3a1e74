// Chooses the card processor: Stripe, the demo's own, or none. Both speak the same REST, so one adapter serves both.
import { createHmac } from 'node:crypto';
import { stripeHook } from '#contract/webhooks.ts';
import type { CardProvider } from '#kernel/cards/cards.ts';
import type { Db } from '#kernel/db/database.ts';
import type { Config } from '#kernel/ops/config.ts';
import { ringOf, sandboxPages } from './cards.pages.ts';
import { sandboxFetch } from './cards.sandbox.ts';
import { stripeCards } from './cards.stripe.ts';

type Parts = Pick<Config, 'stripeKey' | 'stripeWebhookSecret' | 'demo' | 'port' | 'key'>;

export function openCards({ stripeKey, stripeWebhookSecret, demo, port, key }: Parts, db: Db): CardProvider | null {
  if (stripeKey)
    return stripeCards({ key: stripeKey, webhookSecret: stripeWebhookSecret, sandbox: null, fetch: globalThis.fetch });
  if (!demo) return null;
  const webhookSecret = createHmac('sha256', key).update('demo card processor').digest('base64url'); // the same in each process
  const ring = port > 0 ? ringOf(db, webhookSecret, `http://127.0.0.1:${port}${stripeHook}`) : null;
  return stripeCards({
    key: 'sk_sandbox',
    webhookSecret,
    sandbox: sandboxPages(db, webhookSecret),
    fetch: sandboxFetch(db, ring),
  });
}
