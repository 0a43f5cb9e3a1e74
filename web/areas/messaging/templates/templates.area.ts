import { area } from '#app/area.ts';
import { mailAsked } from './mail.ask.ts';

export const templatesArea = area({
  adminPlaces: [
    { to: '/admin/emails', label: 'E-mails', group: 'Contacts', permission: 'emails.manage' },
    { to: '/admin/texts', label: 'Texts', group: 'Contacts', permission: 'emails.manage' },
  ],
  overlays: [
    { useShown: () => mailAsked.use() !== null, load: () => import('./MailDrawer.tsx').then((module) => module.MailDrawer) },
  ],
});
