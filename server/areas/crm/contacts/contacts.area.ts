import { area } from '#kernel/area.ts';
import { assignOperation } from './contacts.operations.ts';
import { resealContacts, resealJournal } from './contacts.reseal.ts';
import { contactRoutes } from './contacts.routes.ts';

export const contactArea = area({
  name: 'contacts',
  routes: contactRoutes,
  operations: [assignOperation],
  reseals: {
    'Medicare numbers': resealContacts,
    'replaced Medicare numbers': resealJournal,
  },
});
