import { area } from '#kernel/area.ts';
import { doneBy, ofUser } from '#kernel/attached.ts';
import { mePart } from '#kernel/me.ts';
import { listOwnNames } from './savedViews.queries.ts';
import { savedViewRoutes } from './savedViews.routes.ts';

export const savedViewArea = area({
  name: 'savedViews',
  routes: savedViewRoutes,
  me: [
    mePart({
      empty: { quick_filters: [] },
      permission: 'contacts.read',
      read: async (tx) => ({ quick_filters: await listOwnNames(tx) }),
    }),
  ],
  attached: [
    // The team keeps what it worked with: shared views go to the successor, private ones stay with the user.
    ofUser('saved_views', 'owner_id', { handOver: 'move', exceptFor: 'private', purge: 'drop', export: true }),
    ...doneBy('saved_views', 'updated_by'),
  ],
});
