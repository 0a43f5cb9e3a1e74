import { area } from '#app/area.ts';
import { useIsOpen } from '#app/session.ts';

export const bulkArea = area({
  overlays: [{ useShown: useIsOpen, load: () => import('./bulk.banner.ts').then((module) => module.BulkFollowing) }],
});
