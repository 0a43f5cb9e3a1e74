import { area } from '#app/area.ts';
import { acting } from '#app/impersonation.ts';

export const sessionsArea = area({
  overlays: [
    { useShown: () => acting.use() !== null, load: () => import('./ActAsDialog.tsx').then((module) => module.ActAsDialog) },
  ],
});
