import { area } from '#kernel/area.ts';
import { doneBy, ofContact, ofUser } from '#kernel/attached.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { campaignJobs } from './campaigns.jobs.ts';
import { campaignOperation } from './campaigns.operations.ts';
import { mailStopped } from './campaigns.passOn.ts';
import { campaignPump } from './campaigns.pump.ts';
import { campaignRoutes } from './campaigns.routes.ts';
import { runDay, runEvents } from './campaigns.run.ts';

export const campaignArea = area({
  name: 'campaigns',
  routes: campaignRoutes,
  jobs: [
    perform(campaignJobs.day, runDay),
    perform(campaignJobs.events, runEvents),
    perform(campaignJobs.mailStopped, mailStopped),
  ],
  operations: [campaignOperation],
  pumps: [campaignPump],
  attached: [
    ofContact('campaign_people', 'contact_id', { merge: 'keep', undo: 'drop', restore: 'stays', purge: 'drop', export: false }),
    // By `campaignsOfLeaver`: not every successor may send in its place.
    ofUser('campaign_triggers', 'owner_id', { handOver: 'keep', purge: 'anonymize', export: false }),
    ...doneBy('campaign_triggers', 'approved_by', 'updated_by'),
  ],
});
