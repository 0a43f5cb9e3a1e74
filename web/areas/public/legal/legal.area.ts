import { area } from '#app/area.ts';
import { useMe } from '#app/session.ts';

export const legalArea = area({
  overlays: [
    {
      useShown: () => useMe().missing === 'terms',
      load: () => import('./TermsDialog.tsx').then((module) => module.TermsDialog),
    },
  ],
});
