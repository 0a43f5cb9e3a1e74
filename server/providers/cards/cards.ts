// Chooses the card processor: Stripe, the demo's own, or none. Both speak the same REST, so one adapter serves both.
import type { CardProvider } from '#kernel/cards/cards.ts';
import type { Db } from '#kernel/db/database.ts';
import type { Config } from '#kernel/ops/config.ts';
import { sandboxPages } from './cards.pages.ts';
import { sandboxFetch } from './cards.sandbox.ts';
import { stripeCards } from './cards.stripe.ts';

export function openCards({ stripeKey, demo }: Pick<Config, 'stripeKey' | 'demo'>, db: Db): CardProvider | null {
  if (stripeKey) return stripeCards({ key: stripeKey, sandbox: null, fetch: globalThis.fetch });
  return demo ? stripeCards({ key: 'sk_sandbox', sandbox: sandboxPages(db), fetch: sandboxFetch(db) }) : null;
}
