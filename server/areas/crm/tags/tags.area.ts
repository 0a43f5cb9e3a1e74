import { area } from '#kernel/area.ts';
import { tagOperation } from './tags.operations.ts';
import { tagRoutes } from './tags.routes.ts';

export const tagArea = area({
  name: 'tags',
  routes: tagRoutes,
  operations: [tagOperation],
});
