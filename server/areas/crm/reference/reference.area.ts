import { area } from '#kernel/area.ts';
import { accessOf, ofUser } from '#kernel/attached.ts';
import { performReplace } from '#kernel/db/lookup.ts';
import { mePart } from '#kernel/me.ts';
import { agentflowGroups } from './reference.agentflow.ts';
import { referenceJobs } from './reference.jobs.ts';
import { officeLocations, pageOfOffices } from './reference.offices.ts';
import { referenceRoutes } from './reference.routes.ts';
import { agentflowStatuses, carriers, categories, sources, statuses } from './reference.service.ts';
import { groups, pools } from './reference.teams.ts';

const lookups = [statuses, agentflowStatuses, agentflowGroups, sources, categories, carriers, officeLocations, groups, pools];

export const referenceArea = area({
  name: 'reference',
  routes: referenceRoutes,
  attached: [
    accessOf('group_members'),
    ofUser('office_locations', 'manager_id', { handOver: 'move', purge: 'anonymize', export: false }),
  ],
  me: [
    mePart({
      empty: { office_locations: pageOfOffices([]) },
      permission: 'reference.read',
      read: async (tx) => ({ office_locations: pageOfOffices(await officeLocations.all(tx)) }),
    }),
  ],
  jobs: [performReplace(referenceJobs.replace, lookups)],
});
