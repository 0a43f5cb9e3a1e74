// Links and pictures in mails whose sender counts clicks or opens: no account, no session, no scripts.
import { z } from 'zod';
import { endpoint, Nothing } from './kit/endpoint.ts';

const link = {
  method: 'GET',
  permission: 'public',
  params: z.object({ token: z.string().max(200) }),
  response: Nothing,
  rateLimit: { limit: 1200, seconds: 60, by: 'address' },
} as const;

export const followLink = endpoint({
  ...link,
  path: '/l/:token',
  summary: 'A link of a mail: counts the click, and leads to the address that the sender wrote',
  page: true,
});

export const markOpened = endpoint({
  ...link,
  path: '/o/:token',
  summary: 'The picture of a mail that counts opens; always the same one',
  kind: 'stream',
});
