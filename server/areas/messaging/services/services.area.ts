import { area } from '#kernel/area.ts';
import { serviceRoutes } from './services.routes.ts';

export const serviceArea = area({ name: 'services', routes: serviceRoutes });
