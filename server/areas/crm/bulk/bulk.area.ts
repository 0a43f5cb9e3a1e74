import { type Area, area } from '#kernel/area.ts';
import { doneBy, ofContact } from '#kernel/attached.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { bulkCard } from './bulk.card.ts';
import { bulkChores } from './bulk.chores.ts';
import { bulkJobs } from './bulk.jobs.ts';
import { bulkRoutes } from './bulk.routes.ts';
import { failBulkAction, runBulkAction } from './bulk.run.ts';

/** `operations`: those of all areas. */
export const bulkArea = (operations: Operation[]): Area =>
  area({
    name: 'bulk',
    routes: bulkRoutes(operations),
    jobs: [
      perform(bulkJobs.run, (ctx, { id }, run) => runBulkAction(ctx, id, operations, run), {
        giveUp: (ctx, { id }) => failBulkAction(ctx, id, operations),
      }),
    ],
    chores: bulkChores,
    cards: [bulkCard(operations)],
    attached: [
      ofContact('bulk_action_contacts', 'contact_id', {
        merge: 'keep',
        undo: 'keep',
        restore: 'gone',
        purge: 'drop',
        export: false,
      }),
      ofContact('bulk_action_kept', 'contact_id', {
        merge: 'keep',
        undo: 'keep',
        restore: 'stays',
        purge: 'drop',
        export: false,
      }),
      ...doneBy('bulk_actions', 'asked_by'),
      ...doneBy('bulk_action_kept', 'changed_by'),
    ],
  });
