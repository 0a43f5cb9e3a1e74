import { area } from '#kernel/area.ts';
import { timelineKind } from '#kernel/timeline.ts';
import { tagOperation } from './tags.operations.ts';
import { tagRoutes } from './tags.routes.ts';

export const tagArea = area({
  name: 'tags',
  routes: tagRoutes,
  operations: [tagOperation],
  timeline: [timelineKind({ name: 'tags', label: 'Tags', actions: ['tagged'], names: { tags: ['tags', 'name'] } })],
});
