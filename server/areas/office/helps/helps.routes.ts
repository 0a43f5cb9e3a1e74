import * as helps from '#contract/helps.ts';
import { routes } from '#kernel/http/routes.ts';
import { createHelp } from './helps.service.ts';

export const helpRoutes = routes(helps, { createHelp: (ctx, { body }) => createHelp(ctx, body) });
