import { useQuery } from '@tanstack/react-query';
import { area } from '#app/area.ts';
import { queryOf } from '#app/queries.ts';
import { listDeadJobs } from '#contract/platform.ts';
import { platformRoutes } from './platform.routes.tsx';

export const platformArea = area({
  adminRoutes: platformRoutes,
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
