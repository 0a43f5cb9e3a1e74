import * as contract from '#contract/exports.ts';
import { routes } from '#kernel/http/routes.ts';
import { exportContacts } from './exports.service.ts';

export const exportRoutes = routes(contract, {
  exportContacts: (ctx, { params, body }) => exportContacts(ctx, params.format, body),
});
