import * as contract from '#contract/dialSessions.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { getSession, listContacts, listSessions } from './dialSessions.lists.ts';
import { getLocalPresence, updateLocalPresence } from './dialSessions.presence.ts';
import { callBack, createSession, goOn, updateSession } from './dialSessions.service.ts';

export const dialSessionRoutes = routes(contract, {
  listDialSessions: (ctx, { query }) => inTenant(ctx, (tx) => listSessions(tx, query)),
  createDialSession: (ctx, { body }) => inTenant(ctx, (tx) => createSession(tx, body)),
  getDialSession: (ctx, { params }) => inTenant(ctx, (tx) => getSession(tx, params.id)),
  listDialledContacts: (ctx, { params, query }) => inTenant(ctx, (tx) => listContacts(tx, params.id, query)),
  updateDialSession: (ctx, { params, body }) => inTenant(ctx, (tx) => updateSession(tx, params.id, body)),
  nextDialContact: (ctx, { params, body }) => inTenant(ctx, (tx) => goOn(tx, params.id, body.contact_id)),
  callDialContactBack: (ctx, { params, body }) => inTenant(ctx, (tx) => callBack(tx, params.id, body)),
  getLocalPresence: (ctx) => inTenant(ctx, getLocalPresence),
  updateLocalPresence: (ctx, { body }) => inTenant(ctx, (tx) => updateLocalPresence(tx, body.local_presence)),
});
