import { area } from '#app/area.ts';
import { featureFlagRoutes } from './featureFlags.routes.tsx';

export const featureFlagsArea = area({
  adminRoutes: featureFlagRoutes,
  adminPlaces: [{ to: '/admin/features', label: 'Features', group: 'Company', permission: 'features.manage' }],
});
