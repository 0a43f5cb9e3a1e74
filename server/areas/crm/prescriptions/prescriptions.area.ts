import { area } from '#kernel/area.ts';
import { ofContact } from '#kernel/attached.ts';
import { resealTable } from '#kernel/secrets/reseal.ts';
import { timelineKind } from '#kernel/timeline.ts';
import { prescriptionRoutes } from './prescriptions.routes.ts';
import { prescription } from './prescriptions.service.ts';

export const prescriptionArea = area({
  name: 'prescriptions',
  routes: prescriptionRoutes,
  reseals: {
    prescriptions: resealTable({
      table: 'contact_prescriptions',
      key: { id: 'bigint' },
      sealed: { details_sealed: prescription },
    }),
  },
  attached: [
    ofContact('contact_prescriptions', 'contact_id', {
      merge: 'move',
      undo: 'blocks',
      restore: 'stays',
      purge: 'drop',
      export: true,
    }),
  ],
  timeline: [
    timelineKind({
      name: 'prescriptions',
      label: 'Prescriptions',
      actions: ['prescriptions_changed'],
      permission: 'prescriptions.read',
    }),
  ],
});
