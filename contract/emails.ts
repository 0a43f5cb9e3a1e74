// E-mail templates: what a mail says, with merge fields, kept by a user, for a team or for the company.
import { z } from 'zod';
import { emailOrders, emailShares, mailPurposes, maxEmailBytes } from './emailLists.ts';
import { ById, endpoint, Flag, Id, Line, List, Nothing, PathId, paces } from './kit/endpoint.ts';
import { mergeFieldNames } from './kit/mergeFields.ts';
import { orderOf } from './kit/paging.ts';
import { MailContent, MailSubject, StoredMailContent } from './mailContent.ts';
import { Person } from './users.ts';

/** A picture in a mail, or an attachment. */
export const EmailFile = z
  .object({ id: Id, name: z.string(), type: z.string(), /** Bytes. */ size: z.int() })
  .meta({ id: 'EmailFile' });
export type EmailFile = z.output<typeof EmailFile>;

/** A template in a list. */
export const EmailRow = z
  .object({
    id: Id,
    name: z.string(),
    subject: z.string(),
    /** Other users who see it: only the owner's leaders, also everyone below the owner, or the whole company. */
    share: z.enum(emailShares),
    owner: Person,
    /** False: nobody is offered it. */
    active: z.boolean(),
    /** For `updateEmail`. */
    version: z.int(),
    /** How many sends used it. */
    used: z.int(),
    last_used_at: z.string().nullable(),
    updated_at: z.string(),
    can: z.object({ update: z.boolean() }),
  })
  .meta({ id: 'EmailRow' });
export type EmailRow = z.output<typeof EmailRow>;

export const Email = EmailRow.extend({ doc: StoredMailContent, attachments: z.array(EmailFile) }).meta({ id: 'Email' });
export type Email = z.output<typeof Email>;

const fields = {
  name: Line(100).min(1, 'Give the template a name'),
  subject: MailSubject,
  doc: MailContent,
  /** Ids of files of `uploadEmailFile`; with the pictures 10 MB at most. */
  attachments: z.array(Id).max(20),
  share: z.enum(emailShares),
  active: z.boolean(),
};

export const EmailCreate = z
  .object({
    ...fields,
    attachments: fields.attachments.default([]),
    share: fields.share.default('private'),
    active: fields.active.default(true),
  })
  .meta({ id: 'EmailCreate' });
export type EmailCreate = z.output<typeof EmailCreate>;

/** An absent field stays. */
export const EmailUpdate = z
  .object({
    ...fields,
    /** Moves it behind this one in the order by hand; null: to the top. */
    after_id: Id.nullable(),
    /** The one that the editor saw: an older one is refused. */
    version: z.int(),
  })
  .partial();
export type EmailUpdate = z.output<typeof EmailUpdate>;

export const listEmails = endpoint({
  method: 'GET',
  path: '/v1/admin/emails',
  summary: 'E-mail templates with q in name, subject or text, at most 500; with `all` also private ones of people in your reach',
  permission: 'emails.read',
  query: z.object({ q: Line(100).default(''), ...orderOf(emailOrders), all: Flag.default(false) }),
  response: List(EmailRow),
  rateLimit: paces.look,
});

export const listReadyEmails = endpoint({
  method: 'GET',
  path: '/v1/contacts/emails',
  summary: 'The templates that you can write with, q in name, subject or text; at most 100, in their order',
  permission: 'emails.read',
  query: z.object({ q: Line(100).default('') }),
  response: List(EmailRow),
  rateLimit: paces.look,
});

export const getEmail = endpoint({
  method: 'GET',
  path: '/v1/admin/emails/:id',
  summary: 'One e-mail template, whole',
  permission: 'emails.read',
  params: ById,
  response: Email,
});

export const createEmail = endpoint({
  method: 'POST',
  path: '/v1/admin/emails',
  summary: 'Add an e-mail template; sharing with a team needs `team.lead`, with the company `emails.manage`',
  permission: 'emails.update',
  body: EmailCreate,
  response: Email,
  status: 201,
  rateLimit: paces.edit,
});

export const updateEmail = endpoint({
  method: 'PATCH',
  path: '/v1/admin/emails/:id',
  summary: 'Change an e-mail template: what is left out stays',
  permission: 'emails.update',
  params: ById,
  body: EmailUpdate,
  response: Email,
  errors: ['emails.stale'],
  rateLimit: paces.edit,
});

export const deleteEmail = endpoint({
  method: 'DELETE',
  path: '/v1/admin/emails/:id',
  summary: 'Delete an e-mail template; mails that were sent with it stay as they are',
  permission: 'emails.update',
  params: ById,
  response: Nothing,
  rateLimit: paces.edit,
});

export const bulkUpdateEmails = endpoint({
  method: 'POST',
  path: '/v1/admin/emails/bulk_update',
  summary: 'Activate, share or delete several templates: all of them, or none if you may not change one',
  permission: 'emails.update',
  body: z
    .object({
      ids: z.array(Id).min(1).max(500),
      active: z.boolean().optional(),
      share: z.enum(emailShares).optional(),
      delete: z.literal(true).optional(),
    })
    .refine(({ active, share, delete: remove }) => active !== undefined || share || remove, {
      path: ['active'],
      message: 'Choose what to change',
    }),
  response: z.object({ changed: z.int() }),
  rateLimit: paces.heavy,
});

export const uploadEmailFile = endpoint({
  method: 'POST',
  path: '/v1/admin/emails/files',
  summary: 'Store a picture or an attachment for a mail; the form field `file` is the file. Unused ones are removed after a week',
  permission: 'emails.update',
  kind: 'multipart',
  maxUpload: maxEmailBytes,
  response: EmailFile,
  status: 201,
  errors: ['files.empty', 'files.storage_full', 'too_large'],
  rateLimit: paces.edit,
});

export const downloadEmailFile = endpoint({
  method: 'GET',
  path: '/v1/admin/emails/files/:fileId/content',
  summary: 'A file of a mail, as an attachment',
  permission: 'emails.read',
  kind: 'stream',
  params: z.object({ fileId: PathId }),
  response: Nothing,
  errors: ['files.gone'],
  rateLimit: paces.look,
});

/** `stop`: it cannot go out like this; `warning`: it may end among spam, or mislead. */
export const MailProblem = z.object({
  level: z.enum(['stop', 'warning']),
  text: z.string(),
  /** The part to correct; null: a warning. */
  about: z.enum(['subject', 'text', 'purpose']).nullable(),
});
export type MailProblem = z.output<typeof MailProblem>;

export const EmailPreview = z
  .object({
    to: z.object({ name: z.string(), address: z.string() }),
    subject: z.string(),
    /**
     * A whole page, made here from the checked content; pictures are data. Show it in a frame without
     * scripts.
     */
    html: z.string(),
    text: z.string(),
    /** Fields that stay empty for this contact: no value, and no fallback. */
    empty: z.array(z.enum(mergeFieldNames)),
    problems: z.array(MailProblem),
    /** Why the compliance gate does not let it go to this contact now; null: it does. */
    refusal: z.object({ reason: z.string(), mend: z.string(), until: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'EmailPreview' });
export type EmailPreview = z.output<typeof EmailPreview>;

export const previewEmail = endpoint({
  method: 'POST',
  path: '/v1/contacts/preview_email',
  reads: true,
  summary: 'A mail as it would go out to a contact, and what is wrong with it; without a contact, to an invented one',
  permission: 'emails.read',
  body: z.object({
    subject: MailSubject,
    doc: MailContent,
    contact_id: Id.nullable().default(null),
    purpose: z.enum(mailPurposes).default('service'),
    /** With your signature and licences under it; false: as the company's. */
    signed: z.boolean().default(true),
  }),
  response: EmailPreview,
  rateLimit: paces.look,
});
