import * as contract from '#contract/campaigns.ts';
import * as campaignTexts from '#contract/campaignTexts.ts';
import { inTenant } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { inTenantOnce } from '#kernel/http/once.ts';
import { routes } from '#kernel/http/routes.ts';
import { getCampaign, listCampaigns, listReady, listReadyTexts } from './campaigns.lists.ts';
import { listPeople, preview } from './campaigns.preview.ts';
import { previewReady } from './campaigns.ready.ts';
import { createCampaign, deleteCampaign, updateCampaign } from './campaigns.service.ts';
import { sendTestText } from './campaigns.tryOut.ts';

const mailRoutes = routes(contract, {
  listCampaignTriggers: (ctx, { query }) => inTenant(ctx, (tx) => listCampaigns(tx, query)),
  getCampaignTrigger: (ctx, { params }) => inTenant(ctx, (tx) => getCampaign(tx, params.id)),
  createCampaignTrigger: (ctx, { body, files }) => inTenant(ctx, (tx) => createCampaign(tx, body, files)),
  updateCampaignTrigger: (ctx, { params, body, files }) => inTenant(ctx, (tx) => updateCampaign(tx, params.id, body, files)),
  deleteCampaignTrigger: (ctx, { params }) => inTenant(ctx, (tx) => deleteCampaign(tx, params.id)),
  previewCampaignTrigger: (ctx, { params, query }) => preview(ctx, params.id, query),
  listCampaignPeople: (ctx, { params, query }) => listPeople(ctx, params.id, query),
  listReadyCampaigns: (ctx, { query }) => inTenant(ctx, (tx) => listReady(tx, query)),
  previewReadyCampaign: (ctx, { params, query }) => previewReady(ctx, params.id, query),
});

const textRoutes = routes(campaignTexts, {
  listReadyTextCampaigns: (ctx, { query }) => inTenant(ctx, (tx) => listReadyTexts(tx, query)),
  sendTestText: (ctx, { body }) => {
    if (!ctx.platform.telephony) throw fail('phones.not_configured');
    return inTenantOnce(ctx, (tx) => sendTestText(tx, body));
  },
});

export const campaignRoutes = [...mailRoutes, ...textRoutes];
