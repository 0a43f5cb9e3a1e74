// Puts the timeline's entries about mails and texts to a contact into words.
import { IconMail, IconMessage } from '@tabler/icons-react';
import type { Teller } from '#app/timelineTeller.ts';

export const mailTeller: Teller = {
  kind: 'mails',
  icon: IconMail,
  tell({ action, changes }) {
    const of = (field: string) => changes.find((change) => change.field === field)?.after;
    const id = Number(of('email.message_id'));
    const [subject, campaign, detail] = [of('email.subject'), of('email.campaign'), of('email.detail')];
    return {
      summary: summaries[action] ?? 'sent an e-mail',
      lines: [
        subject && `Subject: ${subject}`,
        campaign && `Campaign: ${campaign}`,
        detail && `The other mail server: ${detail}`,
      ].filter((line) => typeof line === 'string'),
      ...(id > 0 && { mail: id }),
    };
  },
};

/** Nobody of the company did these: the product says what the contact or a mail server did. */
const summaries: Record<string, string> = {
  email_replied: 'received an answer to an e-mail',
  email_bounced: 'got an e-mail back that could not be delivered',
  email_complained: 'heard that the contact called an e-mail spam',
  email_opened: 'saw that an e-mail was opened',
  email_clicked: 'saw that a link in an e-mail was followed',
};

export const textTeller: Teller = {
  kind: 'texts',
  icon: IconMessage,
  tell({ action, changes }) {
    const of = (field: string) => changes.find((change) => change.field === field)?.after;
    const id = Number(of('text.message_id'));
    const [body, campaign, detail] = [of('text.body'), of('text.campaign'), of('text.detail')];
    return {
      summary: textSummaries[action] ?? 'sent a text',
      lines: [body, campaign && `Campaign: ${campaign}`, detail && `The carrier’s code: ${detail}`].filter(
        (line) => typeof line === 'string',
      ),
      ...(id > 0 && { mail: id }),
    };
  },
};

const textSummaries: Record<string, string> = {
  text_replied: 'received an answer to a text',
  text_bounced: 'heard that a text could not be delivered',
};
