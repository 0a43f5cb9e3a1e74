import { area } from '#app/area.ts';
import { useAsked } from '#app/proving.ts';
import { signInRoutes } from './signIn.routes.tsx';

export const signInArea = area({
  publicRoutes: signInRoutes,
  overlays: [
    {
      useShown: () => useAsked() !== null,
      load: () => import('./ProveDialog.tsx').then((module) => module.ProveDialog),
    },
  ],
});
