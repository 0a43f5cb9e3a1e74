import * as contract from '#contract/settings.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import type { Setting } from '#kernel/settings.ts';
import { downloadPublicSetting, getPublicSetting } from './settings.public.ts';
import { getSettingOf, listSettings, updateSetting } from './settings.service.ts';

/** `all`: those of every area. */
export const settingRoutes = (all: Setting[]) =>
  routes(contract, {
    listSettings: (ctx) => inTenant(ctx, (tx) => listSettings(tx, all)),
    getSetting: (ctx, { params }) => inTenant(ctx, (tx) => getSettingOf(tx, all, params.id)),
    updateSetting: (ctx, { params, body, files }) => inTenant(ctx, (tx) => updateSetting(tx, all, params.id, { ...body, files })),
    getPublicSetting: (ctx, { params, query }) => getPublicSetting(ctx, all, params.name, query.company),
    downloadPublicSetting: (ctx, { params, query }) => downloadPublicSetting(ctx, all, params.name, query.company),
  });
