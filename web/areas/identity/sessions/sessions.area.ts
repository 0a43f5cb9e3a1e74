import { area } from '#app/area.ts';
import { useAsked } from '#app/proving.ts';
import { sessionRoutes } from './sessions.routes.tsx';

export const sessionsArea = area({
  publicRoutes: sessionRoutes,
  overlays: [
    {
      useShown: () => useAsked() !== null,
      load: () => import('./ProveDialog.tsx').then((module) => module.ProveDialog),
    },
  ],
});
