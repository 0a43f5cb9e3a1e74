import { useQuery } from '@tanstack/react-query';
import { area } from '#app/area.ts';
import { queryOf } from '#app/queries.ts';
import { listDeadJobs } from '#contract/platform.ts';

export const platformArea = area({
  adminPlaces: [
    {
      to: '/admin/jobs',
      label: 'Failed jobs',
      group: 'System',
      key: 'j',
      permission: 'jobs.operate',
      useBadge: () => useQuery(queryOf(listDeadJobs)).data?.data.length,
    },
  ],
});
