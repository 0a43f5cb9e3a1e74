import { z } from 'zod';
import { Id } from '#contract/endpoint.ts';
import { task } from '#kernel/tasks.ts';
import { mailCode } from './twoFactor.mailCodes.ts';
import { Told, tellOfFactors } from './twoFactor.mails.ts';

export const twoFactorTasks = {
  'twoFactor.mailCode': task(z.object({ id: Id }), (ctx, { id }) => mailCode(ctx, id)),
  'twoFactor.tell': task(Told, tellOfFactors),
};
