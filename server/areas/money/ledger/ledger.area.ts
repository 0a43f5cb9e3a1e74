import { area } from '#kernel/area.ts';
import { doneBy } from '#kernel/attached.ts';
import { ledgerChores } from './ledger.chores.ts';
import { ledgerRoutes } from './ledger.routes.ts';

export const ledgerArea = area({
  name: 'ledger',
  routes: ledgerRoutes,
  chores: ledgerChores,
  // Money stays with the user who had it, for the books.
  attached: doneBy('ledger_accounts', 'user_id', 'payer_id'),
});
