import { area } from '#kernel/area.ts';
import { ofUser } from '#kernel/attached.ts';
import { mePart } from '#kernel/me.ts';
import { profileFileKinds } from './profile.files.ts';
import { profileRoutes } from './profile.routes.ts';
import { findWebpage, noWebpage } from './profile.webpage.ts';

export const profileArea = area({
  name: 'profile',
  routes: profileRoutes,
  fileKinds: profileFileKinds,
  me: [mePart({ empty: { webpage: noWebpage }, read: async (tx) => ({ webpage: await findWebpage(tx) }) })],
  attached: [ofUser('user_webpages', 'user_id', { handOver: 'keep', purge: 'drop', export: true })],
});
