import { acting } from '#app/acting.ts';
import { area } from '#app/area.ts';

export const sessionsArea = area({
  overlays: [
    { useShown: () => acting.use() !== null, load: () => import('./ActAsDialog.tsx').then((module) => module.ActAsDialog) },
  ],
});
