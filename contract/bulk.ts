// Bulk actions: one operation on many contacts, run as a job.
import { z } from 'zod';
import { ById, endpoint, Id, Limit, Nothing, PathId, paces } from './kit/endpoint.ts';
import { Person } from './users.ts';

/** How long a bulk action can be undone. */
export const undoDays = 90;

export const bulkStatuses = ['queued', 'processing', 'complete', 'cancelled', 'failed'] as const;

export const BulkAction = z
  .object({
    id: Id,
    /** The operation, for example `tag`. */
    operation: z.string(),
    /** Its labels on screen: `Tagging`, `Tagged`. */
    labels: z.object({ doing: z.string(), done: z.string() }),
    /** The changes to the contacts: names of changed fields (`custom:<id>`), tags, and the new owner or pool. */
    gives: z.object({
      fields: z.array(z.string()),
      tags: z.array(z.string()),
      removed_tags: z.array(z.string()),
      to: z.string().nullable(),
    }),
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
    /** The action that this one takes back. */
    undo_of: Id.nullable(),
    /** It was taken back. */
    undone: z.boolean(),
    /** Of an undo: contacts that it left alone, wholly or in part. */
    kept: z.int(),
    /** `list_unchanged`: a file lists the contacts that it left unchanged; for 30 days, of an undo always. */
    can: z.object({ cancel: z.boolean(), undo: z.boolean(), list_unchanged: z.boolean() }),
  })
  .meta({ id: 'BulkAction' });
export type BulkAction = z.output<typeof BulkAction>;

export const listBulkActions = endpoint({
  method: 'GET',
  path: '/v1/bulk_actions',
  summary:
    'Your bulk actions, the newest first; a leader sees those of everyone in reach. `next_cursor` asks for the ones before',
  permission: 'contacts.read',
  query: z.object({
    cursor: z.string().max(300).optional(),
    limit: Limit(50),
    /** `me`: your own; `team`: all that you may see. */
    of: z.enum(['me', 'team']).default('team'),
  }),
  response: z.object({ data: z.array(BulkAction), meta: z.object({ next_cursor: z.string().nullable() }) }),
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

export const undoBulkAction = endpoint({
  method: 'POST',
  path: '/v1/bulk_actions/:id/undo',
  summary:
    'Undo a bulk action within 90 days, as a job: fields that still hold what it gave them get their former values back; others stay and are listed',
  permission: 'contacts.bulk',
  params: ById,
  response: BulkAction,
  status: 202,
  errors: ['bulk.nothing_to_undo'],
  rateLimit: paces.heavy,
});

const KeptByUndo = z
  .object({
    contact: Person,
    /** Names of fields, as in a contact. */
    fields: z.array(z.string()),
    changed_by: Person.nullable(),
    changed_at: z.string().nullable(),
  })
  .meta({ id: 'KeptByUndo' });

export const listKeptByUndo = endpoint({
  method: 'GET',
  path: '/v1/bulk_actions/:id/kept',
  summary: 'The contacts in reach that an undo left alone, wholly or in part, by id, with the fields that had changed since',
  permission: 'contacts.read',
  params: ById,
  /** `after`: the last answer's `meta.next`. */
  query: z.object({ after: PathId.optional(), limit: Limit(50, 200) }),
  response: z.object({ data: z.array(KeptByUndo), meta: z.object({ next: Id.nullable() }) }),
});

export const exportUnchanged = endpoint({
  method: 'GET',
  path: '/v1/bulk_actions/:id/unchanged.csv',
  summary:
    'The contacts in reach that a finished bulk action left as they were, wholly or in part, with the reason, as a CSV file',
  permission: 'contacts.read',
  kind: 'stream',
  params: ById,
  response: Nothing,
  errors: ['bulk.running'],
  rateLimit: paces.heavy,
});
