import { area } from '#kernel/area.ts';
import { featureFlagRoutes } from './featureFlags.routes.ts';

export const featureFlagArea = area({ name: 'featureFlags', routes: featureFlagRoutes });
