import { IconUsers } from '@tabler/icons-react';
import { area } from '#app/area.ts';
import { refreshContactSoon, refreshListsSoon } from './contacts.api.ts';
import { refreshPage, refreshPages } from './page/contactPage.api.ts';

const keptViews = () => import('./views/savedViews.kept.ts');

export const contactsArea = area({
  places: [{ to: '/contacts', label: 'Contacts', icon: IconUsers, key: 'c', order: 20, permission: 'contacts.read' }],
  entries: [{ group: 'Views', load: () => keptViews().then(({ loadEntries }) => loadEntries()) }],
  onUpdate: {
    'contact.changed': ({ id }) => {
      refreshContactSoon(id);
      refreshPage(id);
    },
    'note.mentioned': (update) => void import('./page/contacts.mentioned.tsx').then(({ tellMentioned }) => tellMentioned(update)),
    'saved_views.changed': () => void keptViews().then(({ refreshViews }) => refreshViews()),
    'contacts.changed': () => {
      refreshListsSoon();
      refreshPages();
    },
  },
});
