// Examples of the calls about transfers.
import type { CallOf, Endpoint } from '#contract/kit/endpoint.ts';
import type * as transfers from '#contract/transfers.ts';
import type { Targets } from './examples.ts';

type TransferCalls = {
  [Name in keyof typeof transfers as (typeof transfers)[Name] extends Endpoint ? Name : never]: CallOf<(typeof transfers)[Name]>;
};

export function transferCalls(to: Targets): TransferCalls {
  const attempt = { params: { id: to.transfer } };
  const selection = { ids: [to.contact], contacts_scope: { q: 'rosa' } };
  return {
    transferContacts: { body: { ...selection, to: [{ owner_id: to.colleague, share: 2 }], status_id: to.status } },
    updateAndTransferContacts: { body: { ...selection, pool_id: to.pool, fields: { source_id: to.source }, keep_tags: false } },
    listTransferAttempts: { query: { q: 'Tester', order_field: 'asked_by', order: 'ASC', limit: 5 } },
    getTransferAttempt: attempt,
    getTransferStatus: attempt,
    updateTransferAttempt: { ...attempt, body: { revert: true } },
    revertTransferAttempt: attempt,
    listTransferLogs: { ...attempt, query: { limit: 20 } },
    listContactTransfers: { params: { id: to.contact }, query: { q: 'Tester', order_field: 'from', limit: 5 } },
  };
}
