import * as contract from '#contract/tags.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { createTag, searchTags, tagContact, tagSelection } from './tags.service.ts';

export const tagRoutes = routes(contract, {
  searchTags: (ctx, { body }) => inTenant(ctx, (tx) => searchTags(tx, body, body.contacts_scope)),
  createTag: (ctx, { body }) => inTenant(ctx, (tx) => createTag(tx, body)),
  updateTagsSingle: (ctx, { body }) => inTenant(ctx, (tx) => tagContact(tx, body)),
  updateTagsGroup: (ctx, { body: { tags, remove_tags, ...selection } }) =>
    inTenant(ctx, (tx) => tagSelection(tx, selection, { add: tags, remove: remove_tags })),
});
