import { getTextCover } from '#areas/messaging/sends/sends.service.ts';
import * as contract from '#contract/texting.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { openTextMedia } from './texting.media.ts';
import { sendMessage, updatePermission } from './texting.send.ts';

export const textingRoutes = routes(contract, {
  sendMessage: (ctx, { body, files }) => sendMessage(ctx, body, files),
  getTextCover: (ctx) => inTenant(ctx, getTextCover),
  updatePermission: (ctx, { body }) => inTenant(ctx, (tx) => updatePermission(tx, body)),
  downloadTextMedia: (ctx, { params }) => openTextMedia(ctx, params.token),
});
