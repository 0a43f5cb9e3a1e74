import { postalAddress } from '#areas/company/settings/settings.service.ts';
import { area } from '#kernel/area.ts';
import { doneBy, ofContact } from '#kernel/attached.ts';
import { schedule } from '#kernel/jobs/schedules.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { timelineKind } from '#kernel/timeline.ts';
import { consentActions } from './compliance.consents.ts';
import { doNotCallFileKinds, failDoNotCallList, loadDoNotCallList } from './compliance.doNotCall.ts';
import { forgetOldProof } from './compliance.forget.ts';
import { complianceJobs } from './compliance.jobs.ts';
import { complianceRoutes } from './compliance.routes.ts';

/** Proof outlives the contact: it goes when the law's retention has passed. */
const proof = { merge: 'move', undo: 'keep', restore: 'stays', purge: 'keep', export: true } as const;

export const complianceArea = area({
  name: 'compliance',
  routes: complianceRoutes,
  jobs: [
    perform(complianceJobs.load, (ctx, { id }, run) => loadDoNotCallList(ctx, id, run), {
      giveUp: (ctx, { id }) => failDoNotCallList(ctx, id),
    }),
    perform(complianceJobs.forget, forgetOldProof),
  ],
  schedules: [schedule({ name: 'compliance.forget', cron: '10 3 * * *', job: complianceJobs.forget })],
  fileKinds: doNotCallFileKinds,
  timeline: [timelineKind({ name: 'consents', label: 'Consents', actions: consentActions })],
  settings: [postalAddress],
  attached: [
    ofContact('consents', 'contact_id', proof),
    ofContact('gate_passes', 'contact_id', proof),
    ...doneBy('contact_rules', 'created_by'),
    ...doneBy('suppressions', 'created_by', 'lifted_by'),
    ...doneBy('consents', 'recorded_by'),
    ...doneBy('do_not_call_lists', 'uploaded_by'),
    ...doneBy('gate_passes', 'passed_by'),
  ],
});
