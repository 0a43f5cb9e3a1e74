import { startBulkAction } from '#areas/crm/bulk/bulk.service.ts';
import * as contactMerges from '#contract/contactMerges.ts';
import { Selection } from '#contract/contactsScope.ts';
import * as duplicates from '#contract/duplicates.ts';
import type { Attached } from '#kernel/attached.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { dismissDuplicates } from './duplicates.dismiss.ts';
import { countByRule, listDuplicates } from './duplicates.lists.ts';
import { mergeContacts, previewMerge } from './duplicates.merge.ts';
import { mergeOperation } from './duplicates.operations.ts';
import { unmerge } from './duplicates.unmerge.ts';

export const duplicateRoutes = (attached: () => readonly Attached[]) => [
  ...routes(duplicates, {
    findDuplicates: (ctx, { body }) => inTenant(ctx, (tx) => listDuplicates(tx, body)),
    dismissDuplicates: (ctx, { body }) => inTenant(ctx, (tx) => dismissDuplicates(tx, body)),
  }),
  ...routes(contactMerges, {
    previewMerge: (ctx, { body }) => inTenant(ctx, (tx) => previewMerge(tx, attached(), body.ids)),
    mergeContacts: (ctx, { body }) => inTenant(ctx, (tx) => mergeContacts(tx, attached(), body)),
    unmergeContacts: (ctx, { params }) => inTenant(ctx, (tx) => unmerge(tx, attached(), params.id)),
    previewMergeByRule: (ctx, { body }) => inTenant(ctx, (tx) => countByRule(tx, body)),
    mergeByRule: (ctx, { body }) => {
      const selection = Selection.parse({ all: true, contacts_scope: body.contacts_scope });
      return inTenant(ctx, (tx) => startBulkAction(tx, mergeOperation(attached), selection, body));
    },
  }),
];
