// Bulk actions: one operation on many contacts, run as a job.
import { z } from 'zod';
import { ById, endpoint, Id, List, paces } from './kit/endpoint.ts';
import { Person } from './users.ts';

export const bulkStatuses = ['queued', 'processing', 'complete', 'cancelled', 'failed'] as const;

export const BulkAction = z
  .object({
    id: Id,
    /** The operation, for example `tag`. */
    operation: z.string(),
    /** Its labels on screen: `Tagging`, `Tagged`. */
    labels: z.object({ doing: z.string(), done: z.string() }),
    status: z.enum(bulkStatuses),
    /** Chosen contacts; null until the job has frozen the selection. */
    total: z.int().nullable(),
    done: z.int(),
    /** How many of the finished ones changed. */
    changed: z.int(),
    asked_by: Person.nullable(),
    created_at: z.string(),
    finished_at: z.string().nullable(),
    error: z.string().nullable(),
    can: z.object({ cancel: z.boolean() }),
  })
  .meta({ id: 'BulkAction' });
export type BulkAction = z.output<typeof BulkAction>;

export const listBulkActions = endpoint({
  method: 'GET',
  path: '/v1/bulk_actions',
  summary: 'Your latest 50 bulk actions; a leader sees those of everyone',
  permission: 'contacts.read',
  response: List(BulkAction),
});
export const getBulkAction = endpoint({
  method: 'GET',
  path: '/v1/bulk_actions/:id',
  summary: 'The progress of a bulk action',
  permission: 'contacts.read',
  params: ById,
  response: BulkAction,
});
export const cancelBulkAction = endpoint({
  method: 'POST',
  path: '/v1/bulk_actions/:id/cancel',
  summary: 'Stop a bulk action after the current batch; finished batches stay',
  permission: 'contacts.bulk',
  params: ById,
  response: BulkAction,
  rateLimit: paces.heavy,
});
