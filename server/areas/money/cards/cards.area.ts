import { area } from '#kernel/area.ts';
import { accessOf, ofUser } from '#kernel/attached.ts';
import { cardRoutes, sandboxCardRoutes } from './cards.routes.ts';

export const cardArea = area({
  name: 'cards',
  routes: [...cardRoutes, ...sandboxCardRoutes],
  attached: [accessOf('cards'), ofUser('card_customers', 'user_id', { handOver: 'keep', purge: 'drop', export: false })],
});
