// How fast a company's mail leaves. Large mail services refuse senders that send too much at once.
import { z } from 'zod';
import { setting } from '#kernel/settings.ts';

const perMinute = z.coerce.number().pipe(z.int().min(1).max(1_000_000));
const about = (to: string) => `At most so many mails a minute go to ${to}; the others wait.`;
const shown = (title: string, to: string) =>
  ({ title, about: about(to), group: 'E-mail', kind: 'number', unit: 'a minute' }) as const;

export const sendPaces = {
  all: setting('sends.per_minute', perMinute, 3_000, shown('Mails of the company', 'all contacts together')),
  gmail: setting('sends.gmail_per_minute', perMinute, 1_200, shown('Mails to Gmail', 'Gmail')),
  yahoo: setting('sends.yahoo_per_minute', perMinute, 600, shown('Mails to Yahoo and AOL', 'Yahoo and AOL')),
  microsoft: setting('sends.microsoft_per_minute', perMinute, 600, shown('Mails to Outlook and Hotmail', 'Outlook and Hotmail')),
  other: setting('sends.domain_per_minute', perMinute, 600, shown('Mails to any other domain', 'each other domain')),
};

/**
 * Whether they were opened, clicked or came back. The mails themselves stay as long as the law wants proof.
 */
export const eventMonths = setting('sends.event_months', z.coerce.number().pipe(z.int().min(1).max(120)), 25, {
  title: 'Months that opens, clicks and returns of mails are kept',
  about:
    'What happened to a mail is removed after so many months. The mail itself stays as long as the law wants proof, at least ten years.',
  group: 'E-mail',
  kind: 'number',
  unit: 'months',
});
