// What the timeline says of mails to a contact.
import { IconMail } from '@tabler/icons-react';
import type { Teller } from '#app/telling.ts';

export const mailTeller: Teller = {
  kind: 'mails',
  icon: IconMail,
  tell({ changes }) {
    const subject = changes.find(({ field }) => field === 'email.subject')?.after;
    const campaign = changes.find(({ field }) => field === 'email.campaign')?.after;
    return {
      summary: 'sent an e-mail',
      lines: [subject && `Subject: ${subject}`, campaign && `Campaign: ${campaign}`].filter((line) => typeof line === 'string'),
    };
  },
};
