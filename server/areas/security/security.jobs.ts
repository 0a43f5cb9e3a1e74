import { task } from '#kernel/tasks.ts';
import { mailAdministrator, ToldAdministrator } from './security.mails.ts';

export const securityTasks = {
  'security.tell': task(ToldAdministrator, mailAdministrator),
};
