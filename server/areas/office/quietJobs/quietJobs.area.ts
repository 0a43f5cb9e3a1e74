import { area } from '#kernel/area.ts';
import { quietJobRoutes } from './quietJobs.routes.ts';

export const quietJobArea = area({ name: 'quietJobs', routes: quietJobRoutes });
