import { area } from '#kernel/area.ts';
import { doneBy, ofContact, ofUser } from '#kernel/attached.ts';
import { schedule } from '#kernel/jobs/schedules.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { mePart } from '#kernel/me.ts';
import { phoneNumberJobs } from './phoneNumbers.jobs.ts';
import { keepNumbers, mailUnpaid } from './phoneNumbers.keep.ts';
import { listAvailable } from './phoneNumbers.lists.ts';
import { unpaidDays } from './phoneNumbers.officeSettings.ts';
import { fulfil, orderPump } from './phoneNumbers.orders.ts';
import { phoneNumberRoutes } from './phoneNumbers.routes.ts';

export const phoneNumberArea = area({
  name: 'phoneNumbers',
  routes: phoneNumberRoutes,
  jobs: [
    perform(phoneNumberJobs.fulfil, (ctx, { id }) => fulfil(ctx, id)),
    perform(phoneNumberJobs.keep, (ctx, _, run) => keepNumbers(ctx, run)),
    perform(phoneNumberJobs.mailUnpaid, mailUnpaid),
  ],
  pumps: [orderPump],
  schedules: [schedule({ name: 'phoneNumbers.keep', cron: '20 4 * * *', job: phoneNumberJobs.keep })],
  settings: [unpaidDays],
  me: [
    mePart({
      empty: { available_phone_numbers: [] },
      permission: 'numbers.buy',
      read: async (tx) => ({ available_phone_numbers: await listAvailable(tx) }),
    }),
  ],
  attached: [
    ofContact('contact_numbers', 'contact_id', { merge: 'keep', undo: 'drop', restore: 'stays', purge: 'drop', export: false }),
    // Without a successor, the nightly job gives it to the company.
    ofUser('phone_numbers', 'user_id', {
      handOver: 'move',
      choices: ['is_default', 'is_dialer'],
      purge: 'anonymize',
      export: true,
    }),
    ...doneBy('phone_numbers', 'payer_id'),
    ...doneBy('number_orders', 'user_id'),
  ],
});
