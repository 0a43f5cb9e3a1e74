import * as contract from '#contract/cards.ts';
import * as sandbox from '#contract/sandboxCards.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { actOnCharge, answerCharge, enterCard, listCharges, sendEvent, showCharge, showSetup } from './cards.sandbox.ts';
import { connectCard, deleteCard, listCards, makeDefault, saveCard } from './cards.service.ts';

export const cardRoutes = routes(contract, {
  listCards: (ctx) => inTenant(ctx, async (tx) => ({ data: await listCards(tx) })),
  connectCard: (ctx, { body }) => connectCard(ctx, body.return_path),
  saveCard: (ctx, { body }) => saveCard(ctx, body.setup),
  updateCard: (ctx, { params }) => inTenant(ctx, (tx) => makeDefault(tx, params.id)),
  deleteCard: (ctx, { params }) => deleteCard(ctx, params.id),
});

export const sandboxCardRoutes = routes(sandbox, {
  getSandboxSetup: ({ platform }, { params }) => showSetup(platform, params.id),
  enterSandboxCard: (ctx, { params, body }) => enterCard(ctx, params.id, body),
  getSandboxCharge: ({ platform }, { params }) => showCharge(platform, params.id),
  answerSandboxCharge: ({ platform }, { params, body }) => answerCharge(platform, params.id, body.approve),
  listSandboxCharges: ({ platform }) => listCharges(platform),
  actOnSandboxCharge: (ctx, { params, body }) => actOnCharge(ctx, params.id, body),
  sendSandboxEvent: (ctx, { params, body }) => sendEvent(ctx, params.id, body),
});
