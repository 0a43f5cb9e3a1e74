import { outsideService, stateOf } from '#kernel/services.ts';

export const mailService = outsideService({
  name: 'mail',
  title: 'E-mail',
  purpose: 'Carries mail to your contacts, and codes, alerts and links for new passwords to your people.',
  lack: 'No mail leaves: no answers, no campaigns, and nobody gets a new password by mail.',
  mend: { text: 'Your operator names a mail server (SMTP_URL) or Amazon SES (SES_REGION), and the sender (MAIL_FROM).' },
  state: ({ platform: { mail, config } }) => stateOf(mail, config.ses ? 'Amazon SES' : 'Mail server (SMTP)'),
});
