import { area } from '#app/area.ts';
import { helpAsked } from '#app/helpDialog.ts';

export const helpsArea = area({
  overlays: [{ useShown: helpAsked.use, load: () => import('./HelpForm.tsx').then((module) => module.HelpForm) }],
});
