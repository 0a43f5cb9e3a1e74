import { area } from '#kernel/area.ts';
import { captureFormRoutes } from './captureForms.routes.ts';

export const captureFormArea = area({
  name: 'captureForms',
  routes: captureFormRoutes,
});
