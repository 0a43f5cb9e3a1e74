import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { task } from '#kernel/jobs/tasks.ts';
import { failBulkAction, runBulkAction } from './bulk.run.ts';

export const bulkTasks = {
  'bulk.run': task(z.object({ id: Id }), (ctx, { id }, job) => runBulkAction(ctx, id, job), {
    long: true,
    giveUp: (ctx, { id }) => failBulkAction(ctx, id),
  }),
};
