import { area } from '#kernel/area.ts';
import { doneBy, ofContact, ofUser } from '#kernel/attached.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { campaignJobs } from './campaigns.jobs.ts';
import { campaignOperation } from './campaigns.operations.ts';
import { campaignPump } from './campaigns.pump.ts';
import { campaignRoutes } from './campaigns.routes.ts';
import { runDay, runEvents } from './campaigns.run.ts';

export const campaignArea = area({
  name: 'campaigns',
  routes: campaignRoutes,
  jobs: [perform(campaignJobs.day, runDay), perform(campaignJobs.events, runEvents)],
  operations: [campaignOperation],
  pumps: [campaignPump],
  attached: [
    ofContact('campaign_people', 'contact_id', { merge: 'keep', undo: 'drop', restore: 'stays', purge: 'drop', export: false }),
    // It stays with who has left, and sends nothing, until an approver edits it.
    ofUser('campaign_triggers', 'owner_id', { handOver: 'keep', purge: 'anonymize', export: false }),
    ...doneBy('campaign_triggers', 'approved_by', 'updated_by'),
  ],
});
