import { IconWallet } from '@tabler/icons-react';
import { area } from '#app/area.ts';

export const walletArea = area({
  places: [{ to: '/wallet', label: 'Wallet', icon: IconWallet, order: 80, permission: 'wallet.use', feature: 'wallet' }],
});
