import { task } from '#kernel/jobs/tasks.ts';
import { mailAdministrator, ToldAdministrator } from './security.mails.ts';

export const securityTasks = {
  'security.tell': task(ToldAdministrator, mailAdministrator),
};
