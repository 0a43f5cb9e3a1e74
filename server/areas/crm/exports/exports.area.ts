import { area } from '#kernel/area.ts';
import { exportRoutes } from './exports.routes.ts';

export const exportArea = area({ name: 'exports', routes: exportRoutes });
