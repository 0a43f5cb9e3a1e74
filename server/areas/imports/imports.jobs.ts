import { z } from 'zod';
import { Id } from '#contract/endpoint.ts';
import { task } from '#kernel/tasks.ts';
import { tidyDrafts } from './imports.drafts.ts';
import { failImport, runImport } from './imports.run.ts';
import { failUndo, runUndo } from './imports.undo.ts';

const giveUp = 'This import stopped because of a fault on our side. What it had stored stays; retry goes on from there.';

export const importTasks = {
  'imports.tidy': task(z.object({}), tidyDrafts),
  'imports.run': task(z.object({ id: Id }), async (ctx, { id }, job) => {
    try {
      await runImport(ctx, id, job.signal);
    } catch (error) {
      if (job.last && !job.signal.aborted) await failImport(ctx, id, giveUp);
      throw error;
    }
  }),
  'imports.undo': task(z.object({ id: Id }), async (ctx, { id }, job) => {
    try {
      await runUndo(ctx, id, job.signal);
    } catch (error) {
      if (job.last && !job.signal.aborted) await failUndo(ctx, id);
      throw error;
    }
  }),
};
