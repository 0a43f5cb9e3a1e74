import {
  deleteOperation,
  listSelected,
  restoreOperation,
  selectFirstLast,
  updateOperation,
} from '#areas/crm/contacts/contacts.service.ts';
import * as bulk from '#contract/bulk.ts';
import * as contactActions from '#contract/contactActions.ts';
import type { Selection } from '#contract/contactsScope.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import { cancelBulkAction, getBulkAction, getWorkersStatus, listBulkActions, startBulkAction } from './bulk.service.ts';
import { exportUnchanged } from './bulk.unchanged.ts';
import { listKept, startUndo } from './bulk.undo.ts';

export const bulkRoutes = (operations: Operation[]) => [
  ...routes(bulk, {
    listBulkActions: (ctx, { query }) => inTenant(ctx, (tx) => listBulkActions(tx, operations, query)),
    getBulkAction: (ctx, { params }) => inTenant(ctx, (tx) => getBulkAction(tx, operations, params.id)),
    cancelBulkAction: (ctx, { params }) => inTenant(ctx, (tx) => cancelBulkAction(tx, operations, params.id)),
    undoBulkAction: (ctx, { params }) => inTenant(ctx, (tx) => startUndo(tx, operations, params.id)),
    exportUnchanged: (ctx, { params }) => exportUnchanged(ctx, operations, params.id),
    listKeptByUndo: (ctx, { params, query }) => inTenant(ctx, (tx) => listKept(tx, operations, params.id, query)),
  }),
  ...routes(contactActions, {
    destroyContacts: (ctx, { body }) => inTenant(ctx, (tx) => startBulkAction(tx, deleteOperation, body, {})),
    restoreContacts: (ctx, { body }) => inTenant(ctx, (tx) => startBulkAction(tx, restoreOperation, amongDeleted(body), {})),
    updateContactGroup: (ctx, { body: { fields, ...selection } }) =>
      inTenant(ctx, (tx) => startBulkAction(tx, updateOperation, selection, fields)),
    selectFirstLast: (ctx, { body }) => inTenant(ctx, (tx) => selectFirstLast(tx, body)),
    listSelectedItems: (ctx, { body: { ids, limit } }) => inTenant(ctx, (tx) => listSelected(tx, ids, limit)),
    getWorkersStatus: (ctx) => inTenant(ctx, (tx) => getWorkersStatus(tx, operations)),
  }),
];

const amongDeleted = (selection: Selection): Selection => ({
  ...selection,
  contacts_scope: { ...selection.contacts_scope, contact_group: 'deleted' },
});
