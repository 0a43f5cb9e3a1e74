// A user's signature under mails to contacts, and a test mail to oneself.
import { z } from 'zod';
import { mailPurposes } from './emailLists.ts';
import { endpoint, Id, paces } from './kit/endpoint.ts';
import { MailContent, MailSubject, StoredMailContent } from './mailContent.ts';

export const getEmailSignature = endpoint({
  method: 'GET',
  path: '/v1/users/me/email_signature',
  summary: 'What stands under your mails to contacts; null: nothing',
  permission: 'emails.read',
  response: z.object({ doc: StoredMailContent.nullable() }),
});

export const updateEmailSignature = endpoint({
  method: 'PUT',
  path: '/v1/users/me/email_signature',
  summary: 'Set what stands under your mails to contacts; null removes it',
  permission: 'messages.send',
  body: z.object({ doc: MailContent.nullable() }),
  response: z.object({ doc: StoredMailContent.nullable() }),
  rateLimit: paces.edit,
});

export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/v1/contacts/send_test_email',
  summary: 'Send a mail to yourself, just as this contact would get it; without a contact, as an invented one would',
  permission: 'messages.send',
  body: z.object({
    subject: MailSubject.refine((subject) => subject !== '', 'Enter a subject'),
    doc: MailContent,
    attachments: z.array(Id).max(20).default([]),
    purpose: z.enum(mailPurposes).default('service'),
    contact_id: Id.nullable().default(null),
  }),
  response: z.object({ address: z.string() }),
  status: 202,
  errors: ['mail.not_configured'],
  rateLimit: { limit: 20, seconds: 600, by: 'user' },
});
