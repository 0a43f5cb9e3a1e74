import { area } from '#kernel/area.ts';
import { resealContacts, resealJournal } from './contacts.reseal.ts';
import { contactRoutes } from './contacts.routes.ts';

export const contactArea = area({
  name: 'contacts',
  routes: contactRoutes,
  reseals: {
    'Medicare numbers': resealContacts,
    'replaced Medicare numbers': resealJournal,
  },
});
