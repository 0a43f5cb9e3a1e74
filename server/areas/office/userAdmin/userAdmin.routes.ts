import * as contract from '#contract/userAdmin.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import {
  createUser,
  deactivateUser,
  getUser,
  inviteAgain,
  listAssignableRoles,
  listOwners,
  listPoolHolders,
  listUsers,
  reactivateUser,
  updateUser,
  updateUserRoles,
} from './userAdmin.service.ts';

export const userAdminRoutes = routes(contract, {
  listUsers: (ctx, { query }) => inTenant(ctx, (tx) => listUsers(tx, query)),
  createUser: (ctx, { body }) => createUser(ctx, body),
  getUser: (ctx, { params }) => inTenant(ctx, (tx) => getUser(tx, params.id)),
  updateUser: (ctx, { params, body }) => inTenant(ctx, (tx) => updateUser(tx, params.id, body)),
  quickUpdateUser: (ctx, { params, body }) => inTenant(ctx, (tx) => updateUser(tx, params.id, body)),
  listAssignableRoles: (ctx, { params }) => inTenant(ctx, (tx) => listAssignableRoles(tx, params.id)),
  updateUserRoles: (ctx, { params, body: { roles } }) =>
    inTenant(ctx, (tx) => updateUserRoles(tx, params.id, roles[0] ?? 'agent')),
  deactivateUser: (ctx, { params, query }) => inTenant(ctx, (tx) => deactivateUser(tx, params.id, query)),
  reactivateUser: (ctx, { params }) => inTenant(ctx, (tx) => reactivateUser(tx, params.id)),
  inviteUser: (ctx, { params }) => inviteAgain(ctx, params.id),
  listOwners: (ctx, { query }) => inTenant(ctx, (tx) => listOwners(tx, query.q)),
  listPoolHolders: (ctx, { query }) => inTenant(ctx, (tx) => listPoolHolders(tx, query.q)),
});
