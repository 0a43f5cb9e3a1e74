import { area } from '#kernel/area.ts';
import { doneBy, ofUser } from '#kernel/attached.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { templateChores } from './templates.chores.ts';
import { emailFile } from './templates.files.ts';
import { emailJobs } from './templates.jobs.ts';
import { signatureRoutes, templateRoutes, textTemplateRoutes } from './templates.routes.ts';
import { deliverTest } from './templates.tryOut.ts';

export const templateArea = area({
  name: 'templates',
  routes: [...templateRoutes, ...signatureRoutes, ...textTemplateRoutes],
  jobs: [perform(emailJobs.test, deliverTest)],
  chores: templateChores,
  fileKinds: { [emailFile]: 'email_files' },
  attached: [
    ofUser('emails', 'owner_id', { handOver: 'move', purge: 'anonymize', export: true }),
    ofUser('text_templates', 'owner_id', { handOver: 'move', purge: 'anonymize', export: true }),
    ofUser('email_signatures', 'user_id', { handOver: 'drop', purge: 'drop', export: true }),
    ...doneBy('emails', 'updated_by'),
    ...doneBy('text_templates', 'updated_by'),
    ...doneBy('email_files', 'added_by'),
  ],
});
