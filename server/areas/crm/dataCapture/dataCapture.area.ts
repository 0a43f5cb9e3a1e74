import { area } from '#kernel/area.ts';
import { doneBy, ofContact } from '#kernel/attached.ts';
import { timelineKind } from '#kernel/timeline.ts';
import { dataCaptureRoutes } from './dataCapture.routes.ts';

export const dataCaptureArea = area({
  name: 'dataCapture',
  routes: dataCaptureRoutes,
  attached: [
    ofContact('contact_captures', 'contact_id', {
      merge: 'move',
      undo: 'blocks',
      restore: 'stays',
      purge: 'drop',
      export: true,
    }),
    ...doneBy('contact_captures', 'actor_id', 'impersonator_id'),
  ],
  timeline: [timelineKind({ name: 'forms', label: 'Forms', actions: ['captured'] })],
});
