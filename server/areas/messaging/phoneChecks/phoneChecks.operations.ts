// Checks of many contacts as a bulk action: it writes down the numbers, and the job checks them. Paid checks
// cannot be undone.
import { z } from 'zod';
import { operation } from '#kernel/jobs/operations.ts';
import { phoneCheckJobs } from './phoneChecks.jobs.ts';
import { addChecks } from './phoneChecks.queries.ts';

export const checkPhonesOperation = operation({
  name: 'check_phones',
  permission: 'contacts.bulk',
  input: z.object({}),
  labels: { doing: 'Listing numbers of', done: 'Checking numbers of' },
  final: true,
  async batch(tx, contactIds, _, bulkActionId) {
    const changed = await addChecks(tx, contactIds, bulkActionId);
    return { changed, kept: contactIds.length - changed };
  },
  async ended(tx) {
    tx.enqueue(phoneCheckJobs.run, {});
  },
});
