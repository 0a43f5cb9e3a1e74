import { area } from '#app/area.ts';
import { useAsked } from '#app/reauthentication.ts';

export const signInArea = area({
  overlays: [
    {
      useShown: () => useAsked() !== null,
      load: () => import('./ProveDialog.tsx').then((module) => module.ProveDialog),
    },
  ],
});
