import { area } from '#kernel/area.ts';
import { doneBy, ofContact, ofUser } from '#kernel/attached.ts';
import { schedule } from '#kernel/jobs/schedules.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { timelineKind } from '#kernel/timeline.ts';
import { importCard } from './imports.card.ts';
import { importChores, importFileKinds } from './imports.chores.ts';
import { tidyDrafts } from './imports.drafts.ts';
import { importJobs } from './imports.jobs.ts';
import { draftDays } from './imports.officeSettings.ts';
import { resealProblems, resealRejects } from './imports.reseal.ts';
import { importRoutes } from './imports.routes.ts';
import { failImport, runImport } from './imports.run.ts';
import { failUndo, runUndo } from './imports.undo.ts';

const gaveUp = 'This import stopped because of an internal error. Stored rows stay; retry continues from there.';

export const importArea = area({
  name: 'imports',
  routes: importRoutes,
  jobs: [
    perform(importJobs.run, (ctx, { id }, run) => runImport(ctx, id, run), {
      giveUp: (ctx, { id }) => failImport(ctx, id, gaveUp),
    }),
    perform(importJobs.undo, (ctx, { id }, run) => runUndo(ctx, id, run), { giveUp: (ctx, { id }) => failUndo(ctx, id) }),
    perform(importJobs.tidy, tidyDrafts),
  ],
  schedules: [schedule({ name: 'imports.tidy', cron: '20 2 * * *', job: importJobs.tidy })],
  settings: [draftDays],
  cards: [importCard],
  chores: importChores,
  fileKinds: importFileKinds,
  reseals: {
    'rejected rows': resealRejects,
    'values that could not be read': resealProblems,
  },
  attached: [
    ofContact('import_kept', 'contact_id', { merge: 'keep', undo: 'drop', restore: 'gone', purge: 'drop', export: false }),
    ...doneBy('import_attempts', 'asked_by', 'run_by', 'owner_id'),
    ofUser('import_settings', 'created_by', { handOver: 'move', purge: 'anonymize', export: false }),
    ...doneBy('import_kept', 'changed_by'),
  ],
  timeline: [timelineKind({ name: 'imports', label: 'Imports', actions: ['imported', 'import_undone'] })],
});
