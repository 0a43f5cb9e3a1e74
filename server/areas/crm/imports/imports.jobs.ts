import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { task } from '#kernel/jobs/tasks.ts';
import { tidyDrafts } from './imports.drafts.ts';
import { failImport, runImport } from './imports.run.ts';
import { failUndo, runUndo } from './imports.undo.ts';

const giveUp = 'This import stopped because of a fault on our side. What it had stored stays; retry goes on from there.';

export const importTasks = {
  'imports.tidy': task(z.object({}), tidyDrafts),
  'imports.run': task(z.object({ id: Id }), (ctx, { id }, job) => runImport(ctx, id, job), {
    long: true,
    giveUp: (ctx, { id }) => failImport(ctx, id, giveUp),
  }),
  'imports.undo': task(z.object({ id: Id }), (ctx, { id }, job) => runUndo(ctx, id, job), {
    long: true,
    giveUp: (ctx, { id }) => failUndo(ctx, id),
  }),
};
