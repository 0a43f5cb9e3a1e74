import { task } from '#kernel/jobs/tasks.ts';
import { Told, tellOfFactors } from './twoFactor.mails.ts';

export const twoFactorTasks = {
  'twoFactor.tell': task(Told, tellOfFactors),
};
