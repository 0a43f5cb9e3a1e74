import { cardJobs } from '#areas/money/cards/cards.service.ts';
import { area } from '#kernel/area.ts';
import { doneBy } from '#kernel/attached.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { refundChores } from './refunds.chores.ts';
import { heedProcessor } from './refunds.heed.ts';
import { refundJobs } from './refunds.jobs.ts';
import { mailDispute, mailOwed } from './refunds.mails.ts';
import { refundPump } from './refunds.pump.ts';
import { refundRoutes } from './refunds.routes.ts';
import { finishRefund } from './refunds.settle.ts';

export const refundArea = area({
  name: 'refunds',
  routes: refundRoutes,
  jobs: [
    perform(refundJobs.finish, (ctx, { id }) => finishRefund(ctx, id)),
    perform(refundJobs.mailDispute, mailDispute),
    perform(refundJobs.mailOwed, mailOwed),
    perform(cardJobs.heard, heedProcessor),
  ],
  pumps: [refundPump],
  chores: refundChores,
  attached: [...doneBy('refunds', 'made_by'), ...doneBy('disputes', 'user_id')],
});
