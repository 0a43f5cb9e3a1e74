import { area } from '#kernel/area.ts';
import type { OutsideService } from '#kernel/services.ts';
import { serviceRoutes } from './services.routes.ts';

/** `services`: those of all areas. */
export const serviceArea = (services: () => readonly OutsideService[]) =>
  area({ name: 'services', routes: serviceRoutes(services) });
