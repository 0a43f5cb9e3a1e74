// Texts with one contact: writing one, and the contact's consent. The inbox that shows them:
// conversations.ts.
import { z } from 'zod';
import { ConsentCreate, ContactConsent } from './compliance.ts';
import { ConversationItem } from './conversations.ts';
import { MoneyText } from './kit/amounts.ts';
import { endpoint, Flag, Id, Line, List, Nothing, PathId, Prose, paces } from './kit/endpoint.ts';
import { PlanLeft } from './subscriptions.ts';

/** Bytes of all files of one text together: what the carriers take. */
export const maxTextMedia = 5 * 2 ** 20;
/** Bytes of what arrives for one text: pictures are made smaller. */
export const maxTextUpload = 25 * 2 ** 20;
export const maxTextLength = 1_600;
export const textMediaTypes = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'application/pdf',
  'text/vcard',
  'video/mp4',
  'audio/mpeg',
  'audio/mp4',
] as const;

/** In a form the list as JSON. */
const Ids = z.preprocess(
  (value) => (typeof value === 'string' && /^\[(?:\d{1,15}(?:, ?\d{1,15})*)?\]$/.test(value) ? JSON.parse(value) : value),
  z.array(Id).max(10),
) as unknown as z.ZodType<number[], number[]>;

export const sendMessage = endpoint({
  method: 'POST',
  path: '/v1/sms/send_message',
  summary:
    'Send a text to a contact in your name, with files as `file`, of which pictures are made as small as carriers ask; it leaves from the number that the contact knows',
  permission: 'messages.send',
  feature: 'texting',
  once: true,
  kind: 'multipart',
  orJson: true,
  maxUpload: maxTextUpload,
  body: z.object({
    contact_id: PathId,
    /** One of the contact's numbers; default: the one that wrote last, else the first. */
    message_to: Line(30).default(''),
    message_content: Prose(maxTextLength).default(''),
    /** Ids of files of `uploadEmailFile`, beside those of the call. */
    attachments: Ids.default([]),
    /** Addresses in the text become short ones of this product, whose clicks count. */
    track_clicks: Flag.default(false),
    /** It has files. `is_mss` is the same, as older programs spell it. */
    mms: Flag.default(false),
    is_mss: Flag.default(false),
  }),
  response: ConversationItem,
  status: 202,
  errors: ['phones.not_configured', 'texts.no_number', 'texts.no_plan', 'files.storage_full', 'files.empty', 'too_large'],
  rateLimit: paces.heavy,
});

/** The cover for the next texts: units of the plan, then the wallet. */
export const getTextCover = endpoint({
  method: 'GET',
  path: '/v1/sms/cover',
  summary: 'What pays for your next texts: what is left of your plan, and your wallet with its prices',
  permission: 'messages.send',
  feature: 'texting',
  response: z.object({
    plan: PlanLeft.nullable(),
    /** Null where use is not charged. */
    wallet: z.object({ available: MoneyText, text: MoneyText, picture: MoneyText }).nullable(),
  }),
  rateLimit: paces.look,
});

export const updatePermission = endpoint({
  method: 'POST',
  path: '/v1/sms/update_permission',
  summary: 'Record that a contact agreed to texts, or took it back, with the proof',
  permission: 'contacts.update',
  feature: 'texting',
  body: ConsentCreate.omit({ kind: true, channels: true }).extend({ contact_id: Id, permission: z.boolean() }),
  response: List(ContactConsent),
  status: 201,
  rateLimit: paces.edit,
});

export const downloadTextMedia = endpoint({
  method: 'GET',
  path: '/v1/sms/media/:token',
  summary: 'A file of a text that we sent, for the carrier that delivers it; the address is the secret',
  permission: 'public',
  kind: 'stream',
  params: z.object({ token: z.string().regex(/^\d{1,15}-[0-9a-f-]{36}$/) }),
  response: Nothing,
  errors: ['not_found'],
  rateLimit: { limit: 600, seconds: 60, by: 'address' },
});
