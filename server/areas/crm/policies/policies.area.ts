import { area } from '#kernel/area.ts';
import { doneBy, ofContact } from '#kernel/attached.ts';
import { schedule } from '#kernel/jobs/schedules.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { timelineKind } from '#kernel/timeline.ts';
import { renewalCard } from './policies.card.ts';
import { endPolicies } from './policies.end.ts';
import { policyJobs } from './policies.jobs.ts';
import { policyActions } from './policies.journal.ts';
import { resealPolicies } from './policies.reseal.ts';
import { policyRoutes } from './policies.routes.ts';

export const policyArea = area({
  name: 'policies',
  routes: policyRoutes,
  jobs: [perform(policyJobs.end, endPolicies)],
  schedules: [schedule({ name: 'policies.end', cron: '50 1 * * *', job: policyJobs.end })],
  reseals: { 'policy numbers': resealPolicies },
  cards: [renewalCard],
  attached: [
    ofContact('policies', 'contact_id', { merge: 'move', undo: 'blocks', restore: 'stays', purge: 'drop', export: true }),
    ...doneBy('policies', 'agent_id'),
  ],
  timeline: [
    timelineKind({
      name: 'policies',
      label: 'Policies and securities',
      actions: policyActions,
      permission: 'policies.read',
      names: {
        'policy.carrier_id': ['carriers', 'name'],
        'policy.category_id': ['categories', 'title'],
        'policy.agent_id': ['users', `trim(first_name || ' ' || last_name)`],
      },
    }),
  ],
});
