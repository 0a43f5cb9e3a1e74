import { IconWallet } from '@tabler/icons-react';
import { area } from '#app/area.ts';
import { walletRoutes } from './wallet.routes.tsx';

export const walletArea = area({
  routes: walletRoutes,
  places: [{ to: '/wallet', label: 'Wallet', icon: IconWallet, order: 80, permission: 'wallet.use', feature: 'wallet' }],
});
