import { area } from '#kernel/area.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { carrierPump, carryCalls } from './sandbox.carrier.ts';
import { sandboxChores } from './sandbox.chores.ts';
import { sandboxJobs } from './sandbox.jobs.ts';
import { sandboxPhoneRoutes, sandboxRoutes } from './sandbox.routes.ts';

export const sandboxArea = area({
  name: 'sandbox',
  routes: [...sandboxRoutes, ...sandboxPhoneRoutes],
  jobs: [perform(sandboxJobs.carry, (ctx) => carryCalls(ctx))],
  pumps: [carrierPump],
  chores: sandboxChores,
});
