import * as downline from '#contract/downline.ts';
import * as licenses from '#contract/licenses.ts';
import * as userAdmin from '#contract/userAdmin.ts';
import * as userFiles from '#contract/userFiles.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { checkUserFile, importUserFile } from './userAdmin.files.ts';
import { type Declared, deactivateUser, getBelongings, reactivateUser, withdrawInvitation } from './userAdmin.leave.ts';
import { listLicences, removeLicence, setLicence } from './userAdmin.licenses.ts';
import {
  createUser,
  getUser,
  inviteAgain,
  listAssignableRoles,
  listOwners,
  listPoolHolders,
  listUserRoles,
  listUsers,
  updateUser,
  updateUserRoles,
} from './userAdmin.service.ts';
import { listDownline, previewMove } from './userAdmin.tree.ts';

export const userAdminRoutes = (declared: () => Declared) =>
  routes(
    { ...userAdmin, ...downline, ...userFiles, ...licenses },
    {
      listUsers: (ctx, { query }) => inTenant(ctx, (tx) => listUsers(tx, query)),
      createUser: (ctx, { body }) => createUser(ctx, body),
      getUser: (ctx, { params }) => inTenant(ctx, (tx) => getUser(tx, params.id)),
      getUserBelongings: (ctx, { params, query }) => getBelongings(ctx, declared(), params.id, query.owner_id),
      updateUser: (ctx, { params, body }) => inTenant(ctx, (tx) => updateUser(tx, params.id, body)),
      quickUpdateUser: (ctx, { params, body }) => inTenant(ctx, (tx) => updateUser(tx, params.id, body)),
      listAssignableRoles: (ctx, { params }) => inTenant(ctx, (tx) => listAssignableRoles(tx, params.id)),
      listUserRoles: (ctx) => inTenant(ctx, listUserRoles),
      updateUserRoles: (ctx, { params, body: { roles } }) =>
        inTenant(ctx, (tx) => updateUserRoles(tx, params.id, roles[0] ?? 'agent')),
      deactivateUser: (ctx, { params, query }) => deactivateUser(ctx, declared(), params.id, query),
      reactivateUser: (ctx, { params, body }) => inTenant(ctx, (tx) => reactivateUser(tx, declared(), params.id, body)),
      inviteUser: (ctx, { params }) => inviteAgain(ctx, params.id),
      withdrawInvitation: (ctx, { params }) => withdrawInvitation(ctx, declared(), params.id),
      listOwners: (ctx, { query }) => inTenant(ctx, (tx) => listOwners(tx, query.q)),
      listPoolHolders: (ctx, { query }) => inTenant(ctx, (tx) => listPoolHolders(tx, query.q)),
      listDownline: (ctx, { query }) => inTenant(ctx, (tx) => listDownline(tx, query)),
      previewMove: (ctx, { params, query }) => inTenant(ctx, (tx) => previewMove(tx, params.id, query.manager_id ?? null)),
      listLicences: (ctx, { params }) => inTenant(ctx, (tx) => listLicences(tx, params.id)),
      setLicence: (ctx, { params, body }) => inTenant(ctx, (tx) => setLicence(tx, params.id, params.state, body)),
      removeLicence: (ctx, { params }) => inTenant(ctx, (tx) => removeLicence(tx, params.id, params.state)),
      checkUserFile: (ctx, { files }) => checkUserFile(ctx, files),
      importUserFile: (ctx, { files }) => importUserFile(ctx, files),
    },
  );
