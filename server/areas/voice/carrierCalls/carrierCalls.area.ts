import { area } from '#kernel/area.ts';
import { accessOf, doneBy } from '#kernel/attached.ts';
import { schedule } from '#kernel/jobs/schedules.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { attachNumbers } from './carrierCalls.attach.ts';
import { carrierHook } from './carrierCalls.hear.ts';
import { carrierCallJobs } from './carrierCalls.jobs.ts';
import { keep, keepLate } from './carrierCalls.keep.ts';
import { endOrphan, forgetCarrierCalls, look, lookPump, orphanPump } from './carrierCalls.look.ts';
import { close } from './carrierCalls.perform.ts';

export const carrierCallArea = area({
  name: 'carrierCalls',
  accountHooks: [carrierHook],
  jobs: [
    perform(carrierCallJobs.keep, keep),
    perform(carrierCallJobs.keepLate, keepLate),
    perform(carrierCallJobs.look, (ctx, { conference }) => look(ctx, conference)),
    perform(carrierCallJobs.close, (ctx, { conference }) => close(ctx, conference)),
    perform(carrierCallJobs.end, endOrphan),
    perform(carrierCallJobs.attach, (ctx, _, run) => attachNumbers(ctx, run)),
    perform(carrierCallJobs.forget, forgetCarrierCalls),
  ],
  pumps: [lookPump, orphanPump],
  schedules: [
    schedule({ name: 'carrierCalls.attach', cron: '10 4 * * *', job: carrierCallJobs.attach }),
    schedule({ name: 'carrierCalls.forget', cron: '50 3 * * *', job: carrierCallJobs.forget }),
  ],
  attached: [...doneBy('carrier_legs', 'user_id'), accessOf('carrier_phones')],
});
