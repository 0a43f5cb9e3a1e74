import { z } from 'zod';
import { Id } from '#contract/endpoint.ts';
import { task } from '#kernel/tasks.ts';
import { failBulkAction, runBulkAction } from './bulk.run.ts';

export const bulkTasks = {
  'bulk.run': task(z.object({ id: Id }), async (ctx, { id }, job) => {
    try {
      await runBulkAction(ctx, id, job.signal);
    } catch (error) {
      if (job.last && !job.signal.aborted) await failBulkAction(ctx, id);
      throw error;
    }
  }),
};
