import { area } from '#kernel/area.ts';
import { ofContact } from '#kernel/attached.ts';
import { timelineKind } from '#kernel/timeline.ts';
import { linkedContactRoutes } from './linkedContacts.routes.ts';

/** After a merge a pair may stand twice, or a contact be linked with itself: lists show a contact once, and never itself. */
const policy = { merge: 'move', undo: 'blocks', restore: 'stays', purge: 'drop', export: true } as const;

export const linkedContactArea = area({
  name: 'linkedContacts',
  routes: linkedContactRoutes,
  attached: [ofContact('contact_links', 'contact_id', policy), ofContact('contact_links', 'other_contact_id', policy)],
  timeline: [
    timelineKind({
      name: 'links',
      label: 'Linked contacts',
      actions: ['linked', 'unlinked'],
      names: { linked_contact_id: ['contacts', `trim(first_name || ' ' || last_name)`] },
    }),
  ],
});
