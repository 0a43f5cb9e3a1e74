import { area } from '#kernel/area.ts';
import { doneBy } from '#kernel/attached.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { mePart } from '#kernel/me.ts';
import { resealTable } from '#kernel/secrets/reseal.ts';
import { advance, registrationPump } from './registrations.advance.ts';
import { registrationJobs } from './registrations.jobs.ts';
import { mailAdministrators } from './registrations.mails.ts';
import { readRegistration, taxNumbers } from './registrations.queries.ts';
import { registrationRoutes } from './registrations.routes.ts';

export const registrationArea = area({
  name: 'registrations',
  routes: registrationRoutes,
  jobs: [perform(registrationJobs.advance, advance), perform(registrationJobs.mail, mailAdministrators)],
  pumps: [registrationPump],
  me: [
    mePart({
      empty: { text_registration: 'draft' },
      permission: 'messages.send',
      read: async (tx) => ({ text_registration: (await readRegistration(tx)).state }),
    }),
  ],
  attached: [...doneBy('text_registrations', 'submitted_by')],
  reseals: {
    'tax numbers of text registrations': resealTable({
      table: 'text_registrations',
      key: { company_id: 'bigint' },
      sealed: { ein_sealed: taxNumbers },
      batch: 200,
    }),
  },
});
