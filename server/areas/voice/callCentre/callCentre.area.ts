import { area } from '#kernel/area.ts';
import { callCentreRoutes } from './callCentre.routes.ts';

export const callCentreArea = area({ name: 'callCentre', routes: callCentreRoutes });
