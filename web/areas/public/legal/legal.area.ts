import { area } from '#app/area.ts';
import { useMe } from '#app/session.ts';
import { legalRoutes } from './legal.routes.tsx';

export const legalArea = area({
  publicRoutes: legalRoutes,
  overlays: [
    {
      useShown: () => useMe().missing === 'terms',
      load: () => import('./TermsDialog.tsx').then((module) => module.TermsDialog),
    },
  ],
});
