// Examples of the calls on many contacts.
import type * as bulk from '#contract/bulk.ts';
import type * as contactActions from '#contract/contactActions.ts';
import type { CallOf, Endpoint } from '#contract/kit/endpoint.ts';
import type { Targets } from './examples.ts';

type Named = typeof bulk & typeof contactActions;
type BulkCalls = { [Name in keyof Named as Named[Name] extends Endpoint ? Name : never]: CallOf<Named[Name]> };

export function bulkCalls(to: Targets): BulkCalls {
  const action = { params: { id: to.bulkAction } };
  const selection = { ids: [to.contact], contacts_scope: { q: 'rosa' } };
  return {
    listBulkActions: { query: {} },
    exportUnchanged: action,
    getBulkAction: action,
    cancelBulkAction: action,
    undoBulkAction: action,
    listKeptByUndo: { ...action, query: { limit: 20 } },
    destroyContacts: { body: selection },
    restoreContacts: { body: selection },
    updateContactGroup: { body: { ...selection, fields: { status_id: to.status, owner_id: to.colleague } } },
    selectFirstLast: { body: { select_n: 5, contacts_scope: { q: 'rosa', pool_id: to.pool } } },
    listSelectedItems: { body: { ids: [to.contact], limit: 20 } },
    getWorkersStatus: {},
  };
}
