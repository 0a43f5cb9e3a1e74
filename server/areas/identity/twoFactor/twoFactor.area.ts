import { area } from '#kernel/area.ts';
import { accessOf } from '#kernel/attached.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { twoFactorChores } from './twoFactor.chores.ts';
import { twoFactorJobs } from './twoFactor.jobs.ts';
import { tellOfFactors } from './twoFactor.mails.ts';
import { resealApps, resealRecoveryCodes } from './twoFactor.reseal.ts';
import { twoFactorRoutes } from './twoFactor.routes.ts';

export const twoFactorArea = area({
  name: 'twoFactor',
  routes: twoFactorRoutes,
  jobs: [perform(twoFactorJobs.mailChange, tellOfFactors)],
  chores: twoFactorChores,
  reseals: {
    'secrets of authenticator apps': resealApps,
    'recovery codes': resealRecoveryCodes,
  },
  attached: [accessOf('recovery_codes')],
});
