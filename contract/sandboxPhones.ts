// The demo's handsets: each number has a phone that shows its texts, answers them, and can be switched off.
import { z } from 'zod';
import { endpoint, Id, Line, List, Nothing, Prose } from './kit/endpoint.ts';

const PhoneNumber = z.string().regex(/^[2-9]\d{9}$/, 'Enter ten digits');
const ofPhone = z.object({ number: PhoneNumber });
const pace = { limit: 600, seconds: 60, by: 'address' } as const;

export const sandboxSwitches = ['is_off', 'is_slow', 'loses_reports'] as const;
export type SandboxSwitch = (typeof sandboxSwitches)[number];
const switches = { is_off: z.boolean(), is_slow: z.boolean(), loses_reports: z.boolean() };

export const SandboxPhone = z
  .object({
    number: PhoneNumber,
    ...switches,
    /** How its latest text begins. */
    excerpt: z.string(),
    last_at: z.string().nullable(),
  })
  .meta({ id: 'SandboxPhone' });
export type SandboxPhone = z.output<typeof SandboxPhone>;

export const SandboxText = z
  .object({
    id: Id,
    /** `in`: to this handset. */
    direction: z.enum(['in', 'out']),
    /** The number of a company at the other end. */
    line: z.string(),
    body: z.string(),
    /** Addresses of pictures on this machine. */
    media: z.array(z.string()),
    at: z.string(),
  })
  .meta({ id: 'SandboxText' });
export type SandboxText = z.output<typeof SandboxText>;

export const listSandboxPhones = endpoint({
  method: 'GET',
  path: '/v1/sandbox/phones',
  summary: 'Handsets of the demo that have texts, the latest first, and numbers of companies to write to; 404 outside the demo',
  permission: 'public',
  query: z.object({ q: Line(20).default('') }),
  response: z.object({ data: z.array(SandboxPhone), lines: z.array(z.string()) }),
  rateLimit: pace,
});

export const getSandboxPhone = endpoint({
  method: 'GET',
  path: '/v1/sandbox/phones/:number',
  summary: 'One handset with its latest 200 texts, the oldest first',
  permission: 'public',
  params: ofPhone,
  response: SandboxPhone.extend({ texts: z.array(SandboxText) }),
  rateLimit: pace,
});

export const updateSandboxPhone = endpoint({
  method: 'PATCH',
  path: '/v1/sandbox/phones/:number',
  summary: 'Switch a handset off, its network slow, or lose what the carrier would report of it',
  permission: 'public',
  params: ofPhone,
  body: z.object(switches).partial(),
  response: SandboxPhone,
  rateLimit: pace,
});

export const writeFromSandboxPhone = endpoint({
  method: 'POST',
  path: '/v1/sandbox/phones/:number/texts',
  summary: 'Write from a handset to a number of a company; a picture is sent in base64',
  permission: 'public',
  params: ofPhone,
  body: z
    .object({ to: PhoneNumber, body: Prose(1600).default(''), picture: z.base64().max(1_400_000).default('') })
    .refine(({ body, picture }) => body.trim() !== '' || picture !== '', { path: ['body'], message: 'Write something' }),
  response: List(SandboxText),
  status: 201,
  errors: ['sandbox.phone_off'],
  rateLimit: pace,
});

export const openSandboxPhone = endpoint({
  method: 'POST',
  path: '/v1/sandbox/phones/:number/token',
  summary: 'A token with which this handset registers for calls, at /sandbox/signal',
  permission: 'public',
  params: ofPhone,
  response: z.object({ token: z.string(), ttl: z.int() }),
  errors: ['sandbox.phone_off'],
  rateLimit: pace,
});

export const downloadSandboxPicture = endpoint({
  method: 'GET',
  path: '/v1/sandbox/texts/:id/picture',
  summary: 'The picture of a text that was written on a handset',
  permission: 'public',
  kind: 'stream',
  params: z.object({ id: z.coerce.number().pipe(Id) }),
  response: Nothing,
  rateLimit: pace,
});
