// The demo's sandbox: what outside services would have received.
import { z } from 'zod';
import { ById, endpoint, Id, Moment, Nothing, PageMeta, Prose } from './kit/endpoint.ts';
import { pageOf } from './kit/paging.ts';

/** A receiver's possible reactions to a mail. */
export const sandboxActs = ['reply', 'out_of_office', 'bounce', 'full_mailbox', 'spam', 'unsubscribe'] as const;
export type SandboxAct = (typeof sandboxActs)[number];

export const SandboxMailRow = z.object({ id: Id, recipient: z.string(), subject: z.string(), created_at: Moment });
export type SandboxMailRow = z.output<typeof SandboxMailRow>;

export const SandboxMail = SandboxMailRow.extend({
  from: z.string(),
  html: z.string(),
  text: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The receiver's possible reactions of which the product would hear. */
  acts: z.array(z.enum(sandboxActs)),
  /** By their position in the mail, from 0. */
  attachments: z.array(z.object({ place: z.int(), name: z.string(), type: z.string(), size: z.int() })),
}).meta({ id: 'SandboxMail' });
export type SandboxMail = z.output<typeof SandboxMail>;

export const listSandboxMails = endpoint({
  method: 'GET',
  path: '/v1/sandbox/mails',
  summary: 'Mails that the demo sent, the newest first; 404 outside the demo',
  permission: 'public',
  query: z.object(pageOf(25)),
  response: z.object({ data: z.array(SandboxMailRow), meta: PageMeta }),
});

export const getSandboxMail = endpoint({
  method: 'GET',
  path: '/v1/sandbox/mails/:id',
  summary: 'One mail of the demo: HTML, text, headers, attachments',
  permission: 'public',
  params: ById,
  response: SandboxMail,
});

export const downloadSandboxAttachment = endpoint({
  method: 'GET',
  path: '/v1/sandbox/mails/:id/attachments/:place',
  summary: 'An attachment of a mail of the demo',
  permission: 'public',
  kind: 'stream',
  params: ById.extend({ place: z.coerce.number().pipe(z.int().min(0).max(1000)) }),
  response: Nothing,
});

export const clearSandboxMails = endpoint({
  method: 'DELETE',
  path: '/v1/sandbox/mails',
  summary: 'Empty the mailbox of the demo',
  permission: 'public',
  response: Nothing,
  rateLimit: { limit: 60, seconds: 60, by: 'address' },
});

export const actOnSandboxMail = endpoint({
  method: 'POST',
  path: '/v1/sandbox/mails/:id/acts',
  summary: 'Do with a mail of the demo what its receiver might do: the product hears of it as from a real mail server',
  permission: 'public',
  params: ById,
  body: z.object({ act: z.enum(sandboxActs), text: Prose(5000).default('') }),
  response: Nothing,
  errors: ['sandbox.not_answerable'],
  rateLimit: { limit: 60, seconds: 60, by: 'address' },
});
