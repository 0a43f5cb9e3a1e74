import * as contract from '#contract/tasks.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { getReachedTask, listContactTasks, listTasks } from './tasks.lists.ts';
import { cancelTask, completeTask, createTask, reopenTask, updateTask } from './tasks.service.ts';

export const taskRoutes = routes(contract, {
  listTasks: (ctx, { query }) => inTenant(ctx, (tx) => listTasks(tx, query)),
  listContactTasks: (ctx, { params, query }) => inTenant(ctx, (tx) => listContactTasks(tx, params.id, query)),
  getTask: (ctx, { params }) => inTenant(ctx, (tx) => getReachedTask(tx, params.id)),
  createTask: (ctx, { params, body }) => inTenant(ctx, (tx) => createTask(tx, params.id, body)),
  updateTask: (ctx, { params, body }) => inTenant(ctx, (tx) => updateTask(tx, params.id, body.data, body.version)),
  completeTask: (ctx, { params, body }) => inTenant(ctx, (tx) => completeTask(tx, params.id, body)),
  reopenTask: (ctx, { params, body }) => inTenant(ctx, (tx) => reopenTask(tx, params.id, body.version)),
  cancelTask: (ctx, { params, query }) => inTenant(ctx, (tx) => cancelTask(tx, params.id, query.version)),
});
