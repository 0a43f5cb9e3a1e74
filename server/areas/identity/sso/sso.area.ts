import { area } from '#kernel/area.ts';
import { accessOf } from '#kernel/attached.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { ssoChores } from './sso.chores.ts';
import { ssoJobs } from './sso.jobs.ts';
import { mailRelinked } from './sso.mails.ts';
import { resealClientSecrets, resealSsoSessions } from './sso.reseal.ts';
import { ssoRoutes } from './sso.routes.ts';
import { signInService } from './sso.signInService.ts';

export const ssoArea = area({
  name: 'sso',
  routes: ssoRoutes,
  jobs: [perform(ssoJobs.mailRelinked, mailRelinked)],
  chores: ssoChores,
  services: [signInService],
  reseals: {
    'client secrets of single sign-on': resealClientSecrets,
    'sessions of single sign-on': resealSsoSessions,
  },
  attached: [accessOf('sso_identities')],
});
