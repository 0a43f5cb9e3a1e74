import { area } from '#app/area.ts';

export const sendsArea = area({
  onUpdate: { 'send.failed': (update) => void import('./sends.pages.ts').then(({ tellFailed }) => tellFailed(update)) },
  places: [
    { to: '/mailings', label: 'Mailings', order: 26, permission: 'messages.send' },
    { to: '/mails', label: 'Mails', order: 27, permission: 'messages.send' },
  ],
});
