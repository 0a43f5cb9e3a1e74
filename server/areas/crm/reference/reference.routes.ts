import * as contract from '#contract/reference.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { agentflowGroups, createAgentflowStatus, deleteAgentflowStatus, updateAgentflowStatus } from './reference.agentflow.ts';
import { createOfficeLocation, listOfficeLocations, officeLocations, updateOfficeLocation } from './reference.offices.ts';
import {
  agentflowStatuses,
  carriers,
  categories,
  listAgentflowStatuses,
  listCarriers,
  listCategories,
  listSources,
  listStatuses,
  ofUnit,
  sources,
  statuses,
} from './reference.service.ts';
import { createSource, updateSource } from './reference.sources.ts';
import { groups, pools } from './reference.teams.ts';

export const referenceRoutes = routes(contract, {
  listStatuses: (ctx) => inTenant(ctx, listStatuses),
  listAgentflowStatuses: (ctx) => inTenant(ctx, listAgentflowStatuses),
  listSources: (ctx) => inTenant(ctx, listSources),
  listCategories: (ctx) => inTenant(ctx, listCategories),
  listCarriers: (ctx, { query }) => inTenant(ctx, (tx) => listCarriers(tx, query)),
  listOfficeLocations: (ctx) => inTenant(ctx, listOfficeLocations),

  updateAgentflowStatusGroup: (ctx, { params, body }) => inTenant(ctx, (tx) => agentflowGroups.update(tx, params.id, body)),

  listAdminStatuses: (ctx, { query }) => inTenant(ctx, (tx) => statuses.list(tx, query)),
  createStatus: (ctx, { body }) => inTenant(ctx, (tx) => statuses.create(tx, body)),
  updateStatus: (ctx, { params, body }) => inTenant(ctx, (tx) => statuses.update(tx, params.id, body)),
  deleteStatus: (ctx, { params, query }) => inTenant(ctx, (tx) => statuses.remove(tx, params.id, query)),

  listAdminAgentflowStatuses: (ctx, { query }) =>
    inTenant(ctx, (tx) => agentflowStatuses.list(tx, query, ...ofUnit(query.business_unit_id))),
  createAgentflowStatus: (ctx, { body }) => inTenant(ctx, (tx) => createAgentflowStatus(tx, body)),
  updateAgentflowStatus: (ctx, { params, body }) => inTenant(ctx, (tx) => updateAgentflowStatus(tx, params.id, body)),
  deleteAgentflowStatus: (ctx, { params, query }) => inTenant(ctx, (tx) => deleteAgentflowStatus(tx, params.id, query)),

  listAdminSources: (ctx, { query }) => inTenant(ctx, (tx) => sources.list(tx, query, ...ofUnit(query.business_unit_id))),
  createSource: (ctx, { body }) => inTenant(ctx, (tx) => createSource(tx, body)),
  updateSource: (ctx, { params, body }) => inTenant(ctx, (tx) => updateSource(tx, params.id, body)),
  deleteSource: (ctx, { params, query }) => inTenant(ctx, (tx) => sources.remove(tx, params.id, query)),

  listAdminCategories: (ctx, { query }) => inTenant(ctx, (tx) => categories.list(tx, query)),
  getCategory: (ctx, { params }) => inTenant(ctx, (tx) => categories.get(tx, params.id)),
  createCategory: (ctx, { body }) => inTenant(ctx, (tx) => categories.create(tx, body)),
  updateCategory: (ctx, { params, body }) => inTenant(ctx, (tx) => categories.update(tx, params.id, body)),
  deleteCategory: (ctx, { params, query }) => inTenant(ctx, (tx) => categories.remove(tx, params.id, query)),

  listAdminCarriers: (ctx, { query }) => inTenant(ctx, (tx) => carriers.list(tx, query)),
  createCarrier: (ctx, { body }) => inTenant(ctx, (tx) => carriers.create(tx, body)),
  updateCarrier: (ctx, { params, body }) => inTenant(ctx, (tx) => carriers.update(tx, params.id, body)),
  deleteCarrier: (ctx, { params, query }) => inTenant(ctx, (tx) => carriers.remove(tx, params.id, query)),

  listAdminOfficeLocations: (ctx, { query }) => inTenant(ctx, (tx) => officeLocations.list(tx, query)),
  getOfficeLocation: (ctx, { params }) => inTenant(ctx, (tx) => officeLocations.get(tx, params.id)),
  createOfficeLocation: (ctx, { body }) => inTenant(ctx, (tx) => createOfficeLocation(tx, body)),
  updateOfficeLocation: (ctx, { params, body }) => inTenant(ctx, (tx) => updateOfficeLocation(tx, params.id, body)),
  deleteOfficeLocation: (ctx, { params, query }) => inTenant(ctx, (tx) => officeLocations.remove(tx, params.id, query)),

  listGroups: (ctx, { query }) => inTenant(ctx, (tx) => groups.list(tx, query)),
  getGroup: (ctx, { params }) => inTenant(ctx, (tx) => groups.get(tx, params.id)),
  createGroup: (ctx, { body }) => inTenant(ctx, (tx) => groups.create(tx, body)),
  updateGroup: (ctx, { params, body }) => inTenant(ctx, (tx) => groups.update(tx, params.id, body)),
  deleteGroup: (ctx, { params, query }) => inTenant(ctx, (tx) => groups.remove(tx, params.id, query)),

  listPools: (ctx, { query }) => inTenant(ctx, (tx) => pools.list(tx, query)),
  getPool: (ctx, { params }) => inTenant(ctx, (tx) => pools.get(tx, params.id)),
  createPool: (ctx, { body }) => inTenant(ctx, (tx) => pools.create(tx, body)),
  updatePool: (ctx, { params, body }) => inTenant(ctx, (tx) => pools.update(tx, params.id, body)),
  deletePool: (ctx, { params, query }) => inTenant(ctx, (tx) => pools.remove(tx, params.id, query)),
});
