import { area } from '#kernel/area.ts';
import { accessOf, ofUser } from '#kernel/attached.ts';
import { outsideService, stateOf } from '#kernel/services.ts';
import { cardChores, stripeHook } from './cards.events.ts';
import { cardRoutes, sandboxCardRoutes } from './cards.routes.ts';

export const cardArea = area({
  name: 'cards',
  routes: [...cardRoutes, ...sandboxCardRoutes],
  accountHooks: [stripeHook],
  chores: cardChores,
  services: [
    outsideService({
      name: 'cards',
      title: 'Payment cards',
      purpose: 'Charges the cards of your people for wallets and subscriptions. Card numbers never reach this product.',
      lack: 'Nobody can add a card, so texts and subscriptions cannot be paid.',
      mend: { text: 'Your operator enters an account with Stripe (STRIPE_SECRET_KEY).' },
      state: ({ platform: { cards } }) => stateOf(cards && { isSandbox: cards.sandbox !== null, check: cards.check }, 'Stripe'),
    }),
  ],
  attached: [accessOf('cards'), ofUser('card_customers', 'user_id', { handOver: 'keep', purge: 'drop', export: false })],
});
