import { area } from '#app/area.ts';
import { walletRoutes } from './wallet.routes.tsx';

export const walletArea = area({
  routes: walletRoutes,
  places: [{ to: '/wallet', label: 'Wallet', order: 26, permission: 'wallet.use', feature: 'wallet' }],
});
