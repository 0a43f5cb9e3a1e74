// Examples of the calls about e-mail templates.
import { insertId } from '#areas/office/companies/companies.create.ts';
import type * as emailSignatures from '#contract/emailSignatures.ts';
import type * as emails from '#contract/emails.ts';
import { uploadEmailFile } from '#contract/emails.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type { MailDoc } from '#contract/kit/mailDoc.ts';
import type * as textTemplates from '#contract/textTemplates.ts';
import type { Targets } from './examples.ts';
import type { Client, Sent, TestFile, TestServer } from './server.ts';

type CallsOf<Area> = { [Name in keyof Area as Area[Name] extends Endpoint ? Name : never]: Sent<Area[Name]> };
type EmailCalls = CallsOf<typeof emails> & CallsOf<typeof emailSignatures> & CallsOf<typeof textTemplates>;

/** A picture of one pixel. */
export const pixel: TestFile = {
  name: 'logo.gif',
  content: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
};

export const aMailDoc = (text: string): MailDoc => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

/** Two templates each of mails, with an attachment, and of texts. `name`: in clear in all of them. */
export async function someEmails({ operator: { db } }: TestServer, company_id: number, client: Client, name: string) {
  const file = () => client.call(uploadEmailFile, { files: { file: { ...pixel, name: `${name}.gif` } } });
  const attached = await file();
  const add = (position: number) =>
    insertId(db, 'emails', {
      company_id,
      owner_id: client.userId,
      updated_by: client.userId,
      share: 'private',
      name,
      subject: name,
      doc: JSON.stringify(aMailDoc(name)),
      body: name,
      attachments: [attached.id],
      position,
    });
  const text = { company_id, owner_id: client.userId, updated_by: client.userId, share: 'private', name, body: name };
  return {
    email: await add(1),
    deletedEmail: await add(2),
    emailFile: attached.id,
    textTemplate: await insertId(db, 'text_templates', text),
    deletedTextTemplate: await insertId(db, 'text_templates', text),
  };
}

export function emailCalls(to: Targets): EmailCalls {
  const doc: MailDoc = {
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'Hello {{first_name|there}}' }] },
      { type: 'picture', attrs: { file_id: to.emailFile, alt: 'Our logo', width: 'small' } },
      { type: 'button', attrs: { label: 'Book a call', href: 'https://example.com/book?of={{first_name}}' } },
    ],
  };
  const email = { params: { id: to.email } };
  return {
    listEmails: { query: { q: '', order: 'DESC', order_field: 'updated_at', all: true } },
    listReadyEmails: { query: { q: 'hello' } },
    getEmail: email,
    createEmail: { body: { name: 'Welcome', subject: 'Hello {{first_name}}', doc, attachments: [to.emailFile] } },
    updateEmail: { ...email, body: { subject: 'Hi', doc, attachments: [to.emailFile], after_id: to.email } },
    deleteEmail: { params: { id: to.deletedEmail } },
    bulkUpdateEmails: { body: { ids: [to.email], active: false } },
    uploadEmailFile: { files: { file: pixel } },
    downloadEmailFile: { params: { fileId: to.emailFile } },
    listTextTemplates: { query: { q: '', all: true } },
    listReadyTextTemplates: { query: { q: 'hello' } },
    createTextTemplate: { body: { name: 'Reminder', body: 'Hello {{first_name|there}}, see you on Monday.' } },
    updateTextTemplate: { params: { id: to.textTemplate }, body: { body: 'See you on Tuesday.', version: 1 } },
    deleteTextTemplate: { params: { id: to.deletedTextTemplate } },
    getEmailSignature: {},
    updateEmailSignature: { body: { doc: aMailDoc('{{agent_name}}') } },
    sendTestEmail: { body: { subject: 'A test', doc, attachments: [to.emailFile], contact_id: to.contact } },
    previewEmail: { body: { subject: 'Hello {{first_name}}', doc, contact_id: to.contact } },
  };
}
