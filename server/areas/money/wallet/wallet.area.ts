import { area } from '#kernel/area.ts';
import { accessOf, doneBy } from '#kernel/attached.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { walletJobs } from './wallet.jobs.ts';
import { mailPause } from './wallet.mails.ts';
import { finishPayment, paymentPump } from './wallet.payments.ts';
import { refillWallet } from './wallet.refill.ts';
import { walletRoutes } from './wallet.routes.ts';

export const walletArea = area({
  name: 'wallet',
  routes: walletRoutes,
  jobs: [
    perform(walletJobs.finish, (ctx, { id }) => finishPayment(ctx, id)),
    perform(walletJobs.refill, (ctx, { userId }) => refillWallet(ctx, userId)),
    perform(walletJobs.mailPause, mailPause),
  ],
  pumps: [paymentPump],
  attached: [...doneBy('payments', 'user_id'), accessOf('wallet_settings')],
});
