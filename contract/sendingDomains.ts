// Domains from whose addresses a company's mail goes out, and the DNS records that each needs.
import { z } from 'zod';
import { ById, endpoint, Id, List, Nothing, paces } from './kit/endpoint.ts';

const permission = 'settings.manage';

export const maxSendingDomains = 20;

/** `return_path` and `reply`: of the subdomain to which answers and mails that come back go. */
export const sendingRecordKinds = ['dkim', 'spf', 'dmarc', 'return_path', 'reply'] as const;
export type SendingRecordKind = (typeof sendingRecordKinds)[number];

/** `unknown`: not checked yet, or no name server answered. */
export const sendingRecordStates = ['right', 'wrong', 'missing', 'unknown'] as const;
export type SendingRecordState = (typeof sendingRecordStates)[number];

export const SendingRecord = z.object({
  kind: z.enum(sendingRecordKinds),
  type: z.enum(['TXT', 'MX']),
  name: z.string(),
  /** The value to enter; null: the mail server of your choice. */
  value: z.string().nullable(),
  state: z.enum(sendingRecordStates),
  /** The present values, if they differ. */
  found: z.array(z.string()),
});
export type SendingRecord = z.output<typeof SendingRecord>;

export const SendingDomain = z
  .object({
    id: Id,
    domain: z.string(),
    /** Its DKIM record is right: mail goes out from its addresses. */
    verified_at: z.string().nullable(),
    checked_at: z.string().nullable(),
    records: z.array(SendingRecord),
    /** The demo has a DNS of its own, whose records can be set. */
    is_sandbox: z.boolean(),
  })
  .meta({ id: 'SendingDomain' });
export type SendingDomain = z.output<typeof SendingDomain>;

export const listSendingDomains = endpoint({
  method: 'GET',
  path: '/v1/admin/sending_domains',
  summary: 'The domains from which the company’s mail goes out, with their DNS records as they were at the last check',
  permission,
  response: List(SendingDomain),
  rateLimit: paces.look,
});

export const createSendingDomain = endpoint({
  method: 'POST',
  path: '/v1/admin/sending_domains',
  summary: 'Add a domain; it gets a key of its own, and is used once its DKIM record is right',
  permission,
  oneself: true,
  body: z.object({
    domain: z
      .string()
      .trim()
      .toLowerCase()
      .max(150)
      .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/, 'Enter a domain, as example.com'),
  }),
  response: SendingDomain,
  status: 201,
  errors: ['sending_domains.known'],
  rateLimit: { limit: 30, seconds: 300, by: 'user' },
});

export const checkSendingDomain = endpoint({
  method: 'POST',
  path: '/v1/admin/sending_domains/:id/check',
  summary: 'Look up the DNS records of a domain now; each night it happens by itself',
  permission,
  oneself: true,
  long: true,
  params: ById,
  response: SendingDomain,
  rateLimit: { limit: 60, seconds: 300, by: 'user' },
});

export const deleteSendingDomain = endpoint({
  method: 'DELETE',
  path: '/v1/admin/sending_domains/:id',
  summary: 'Remove a domain and its key: mail goes out from the product’s own address again',
  permission,
  oneself: true,
  params: ById,
  response: Nothing,
  rateLimit: paces.edit,
});

export const setSandboxRecords = endpoint({
  method: 'PUT',
  path: '/v1/admin/sending_domains/:id/sandbox_records',
  summary: 'Which records the demo’s DNS has of a domain; 404 outside the demo',
  permission,
  oneself: true,
  params: ById,
  body: z.object({ kinds: z.array(z.enum(sendingRecordKinds)).max(sendingRecordKinds.length) }),
  response: SendingDomain,
  rateLimit: paces.edit,
});
