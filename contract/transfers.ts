// Transfers: many contacts go to a person, a pool or several people. An attempt is a bulk action:
// same id, progress and undo.
import { z } from 'zod';
import { BulkAction, bulkStatuses } from './bulk.ts';
import { ContactGroupFields } from './contactActions.ts';
import { Selection } from './contactsScope.ts';
import { ById, endpoint, Id, Paged, paces } from './kit/endpoint.ts';
import { orderOf, pageOf } from './kit/paging.ts';
import { Person } from './users.ts';

/** Contacts in one transfer. */
export const maxTransferred = 250_000;
const maxReceivers = 50;

/** `reverted`: an undo of it is queued, runs or is complete. */
export const transferStatuses = [...bulkStatuses, 'reverted'] as const;
export type TransferStatus = (typeof transferStatuses)[number];

/** The owner or the pool of a contact. `name` is empty if it was deleted since. */
const Holder = z.object({ type: z.enum(['user', 'pool']), id: Id, name: z.string() }).meta({ id: 'Holder' });
export type Holder = z.output<typeof Holder>;

const Transferred = Selection.safeExtend({
  /** Exactly one of these three. */
  owner_id: Id.optional(),
  pool_id: Id.optional(),
  /** In turns: the first contact to the first person and so on; a person with 2 shares gets twice as many. */
  to: z
    .array(z.object({ owner_id: Id, share: z.int().min(1).max(100).default(1) }))
    .min(1)
    .max(maxReceivers)
    .refine((people) => new Set(people.map((each) => each.owner_id)).size === people.length, 'Name each person once')
    .optional(),
  /** False takes all tags off the contacts. */
  keep_tags: z.boolean().default(true),
  /** One mail to each receiving user when it ends. */
  notify: z.boolean().default(false),
  status_id: Id.nullable().optional(),
  agentflow_status_id: Id.nullable().optional(),
});
export type Transferred = z.output<typeof Transferred>;

const hasOneReceiver = ({ owner_id, pool_id, to }: Pick<Transferred, 'owner_id' | 'pool_id' | 'to'>) =>
  [owner_id, pool_id, to].filter((each) => each !== undefined).length === 1;
const oneReceiver = { path: ['owner_id'], message: 'Choose one person, one pool or several people' };

const bulk = {
  permission: 'contacts.bulk',
  response: BulkAction,
  status: 202,
  long: true,
  errors: ['transfers.too_many', 'too_slow'],
  rateLimit: paces.heavy,
} as const;

export const transferContacts = endpoint({
  ...bulk,
  method: 'PATCH',
  path: '/v1/contacts/transfer_group',
  summary: 'Transfer a selection of at most 250,000 contacts to a person, a pool or several people in turns, as a job',
  body: Transferred.refine(hasOneReceiver, oneReceiver),
});

export const updateAndTransferContacts = endpoint({
  ...bulk,
  method: 'PATCH',
  path: '/v1/contacts/update_transfer_group',
  summary: 'Transfer a selection and give its contacts the same values in one step, as a job',
  body: Transferred.safeExtend({
    fields: ContactGroupFields.omit({ owner_id: true, pool_id: true }).default({}),
  }).refine(hasOneReceiver, oneReceiver),
});

const Undo = BulkAction.pick({ id: true, status: true, total: true, done: true, changed: true, kept: true });

export const TransferAttempt = BulkAction.pick({
  id: true,
  total: true,
  done: true,
  changed: true,
  asked_by: true,
  created_at: true,
  finished_at: true,
  error: true,
})
  .extend({
    status: z.enum(transferStatuses),
    /** Whether it was reverted. */
    revert: z.boolean(),
    /** When its status last changed. */
    updated_at: z.string(),
    to: z.array(Holder.extend({ share: z.int() })),
    keep_tags: z.boolean(),
    notify: z.boolean(),
    /** Names of the fields that it changes too. */
    fields: z.array(z.string()),
    /** The bulk action that reverts it. `kept`: contacts that it left alone, as they had changed since. */
    undo: Undo.nullable(),
    can: z.object({ cancel: z.boolean(), revert: z.boolean() }),
  })
  .meta({ id: 'TransferAttempt' });
export type TransferAttempt = z.output<typeof TransferAttempt>;

const permission = 'contacts.bulk';

export const TransferAttemptQuery = z.object({
  ...pageOf(15),
  ...orderOf(['created_at', 'status', 'asked_by', 'total'], 'DESC'),
});
export type TransferAttemptQuery = z.output<typeof TransferAttemptQuery>;

export const listTransferAttempts = endpoint({
  method: 'GET',
  path: '/v1/contacts/transfer_attempts',
  summary: 'Your transfers, the newest first; a leader sees those of everyone in reach. `q`: the names of people and pools',
  permission,
  query: TransferAttemptQuery,
  response: Paged(TransferAttempt),
});

export const getTransferAttempt = endpoint({
  method: 'GET',
  path: '/v1/contacts/transfer_attempts/:id',
  summary: 'A transfer',
  permission,
  params: ById,
  response: TransferAttempt,
});

export const getTransferStatus = endpoint({
  method: 'GET',
  path: '/v1/contacts/transfer_attempts/:id/status',
  summary: 'How far a transfer is',
  permission,
  params: ById,
  response: TransferAttempt.pick({ id: true, status: true, total: true, done: true, changed: true, updated_at: true }),
});

export const updateTransferAttempt = endpoint({
  method: 'PATCH',
  path: '/v1/contacts/transfer_attempts/:id',
  summary: 'Revert a transfer (`revert: true`), or close one that has stopped or failed as complete',
  permission,
  params: ById,
  body: z.object({ revert: z.boolean().default(false) }),
  response: TransferAttempt,
  errors: ['bulk.nothing_to_undo', 'transfers.running', 'transfers.reverted'],
  rateLimit: paces.heavy,
});

export const revertTransferAttempt = endpoint({
  method: 'POST',
  path: '/v1/contacts/transfer_attempts/:id',
  summary: 'Revert a transfer within 90 days, as a job; contacts that were changed since stay as they are',
  permission,
  params: ById,
  response: TransferAttempt,
  errors: ['bulk.nothing_to_undo', 'transfers.running'],
  rateLimit: paces.heavy,
});

export const TransferLog = z
  .object({
    id: Id,
    at: z.string(),
    /** Null if it is out of your reach by now. */
    contact: Person.nullable(),
    /**
     * Both null if the contact was there already and only its other fields changed; `from` alone:
     * nobody had it.
     */
    from: Holder.nullable(),
    to: Holder.nullable(),
  })
  .meta({ id: 'TransferLog' });
export type TransferLog = z.output<typeof TransferLog>;

const { page, limit: logLimit } = pageOf(50);
export const TransferLogQuery = z.object({ page, limit: logLimit });
export type TransferLogQuery = z.output<typeof TransferLogQuery>;

export const listTransferLogs = endpoint({
  method: 'GET',
  path: '/v1/contacts/transfer_attempts/:id/logs',
  summary: 'The contacts that a transfer changed, by id',
  permission,
  params: ById,
  query: TransferLogQuery,
  response: Paged(TransferLog),
});

export const ContactTransfer = TransferLog.omit({ contact: true })
  .extend({
    /** Null: nobody; the system did it. */
    by: Person.nullable(),
    /** The transfer, if it was one that you can open. */
    transfer_attempt_id: Id.nullable(),
    /** Whether this took an earlier one back. */
    reverted: z.boolean(),
  })
  .meta({ id: 'ContactTransfer' });
export type ContactTransfer = z.output<typeof ContactTransfer>;

export const ContactTransferQuery = z.object({ ...pageOf(15), ...orderOf(['at', 'from', 'to', 'by'], 'DESC') });
export type ContactTransferQuery = z.output<typeof ContactTransferQuery>;

export const listContactTransfers = endpoint({
  method: 'GET',
  path: '/v1/contacts/:id/transfer_history',
  summary: 'Every change of a contact’s owner or pool, the newest first. `q`: the names of people and pools',
  permission: 'contacts.read',
  params: ById,
  query: ContactTransferQuery,
  response: Paged(ContactTransfer),
});
