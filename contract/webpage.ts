// A user's photo, and what their own web page shows: a few lines, addresses, a logo and a flyer.
import { z } from 'zod';
import { ById, endpoint, Line, Nothing, PathId } from './kit/endpoint.ts';
import { Me } from './me.ts';
import { pageLinks, uploads } from './webpageParts.ts';

/** `''`, or an address; without a scheme it is https. */
const Address = Line(300)
  .transform((text) => (text === '' || /^https:\/\//i.test(text) ? text : `https://${text.replace(/^http:\/\//i, '')}`))
  .pipe(z.union([z.literal(''), z.url({ hostname: z.regexes.domain, error: 'This is not a web address' })]));

/** In a form an empty text or `null` removes the file. */
const Removed = z.preprocess((value) => (value === '' || value === 'null' ? null : value), z.null());
const YesNo = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean());

const each = <S extends z.ZodType>(schema: S) =>
  Object.fromEntries(pageLinks.map((name) => [name, schema])) as Record<(typeof pageLinks)[number], S>;

export const WebpageUpdate = z
  .object({
    active: YesNo,
    headline: Line(120),
    phone: Line(40),
    email: z.union([z.literal(''), Line(254).pipe(z.email('This is not an e-mail address'))]),
    ...each(Address),
    personal_photo: Removed,
    logo: Removed,
    flyer: Removed,
  })
  .partial();
export type WebpageUpdate = z.output<typeof WebpageUpdate>;

export const updateWebpage = endpoint({
  method: 'PATCH',
  path: '/v1/users/:id/update_webpage',
  summary: 'Change your web page, or send your photo, logo or flyer as `personal_photo`, `logo` or `flyer`; null removes it',
  permission: 'signed_in',
  kind: 'multipart',
  orJson: true,
  maxUpload: 10 * 1024 * 1024,
  params: ById,
  body: WebpageUpdate,
  response: Me,
  errors: ['invalid', 'files.storage_full', 'too_large'],
  long: true,
  rateLimit: { limit: 60, seconds: 60, by: 'user' },
});

export const downloadUserFile = endpoint({
  method: 'GET',
  path: '/v1/users/:id/files/:name',
  summary: 'The photo, logo or flyer of a user of your company',
  permission: 'signed_in',
  kind: 'stream',
  params: z.object({ id: PathId, name: z.enum(uploads) }),
  /** `v` changes with the file: with the current one, browsers keep it for a week. */
  query: z.object({ v: z.string().max(20).optional() }),
  response: Nothing,
  errors: ['not_found'],
});
