// Texts to many: a campaign's or own words to the chosen contacts, as a bulk action. Their states and counts:
// sends.ts.
import { z } from 'zod';
import { Selection } from './contactsScope.ts';
import { MoneyText } from './kit/amounts.ts';
import { endpoint, Id, Moment, paces } from './kit/endpoint.ts';
import { sendPurposes } from './sendLists.ts';
import { Send } from './sends.ts';
import { PlanLeft } from './subscriptions.ts';
import { TextWords } from './textTemplates.ts';

/** The message to send: exactly one of these. */
export const textSource = {
  /** A campaign that you are offered: its first text, for its own purpose. */
  campaign_trigger_id: Id.optional(),
  /** One that comes again by itself, as its day of today: who had or has that day gets it once. */
  recurrence_campaign_trigger_id: Id.optional(),
  /** Own words, with merge fields. */
  message_content: TextWords.refine((words) => words.trim() !== '', 'Write something').optional(),
};

type Source = Partial<Record<keyof typeof textSource, unknown>>;

/** Just one of them. */
export const isOneSource = (asked: Source): boolean =>
  (Object.keys(textSource) as (keyof Source)[]).filter((name) => asked[name] !== undefined).length === 1;

const oneSource = { path: ['message_content'], message: 'Write a text, or choose a campaign' };
const Asked = Selection.safeExtend({
  ...textSource,
  /** Of own words. Marketing says how to opt out. */
  purpose: z.enum(sendPurposes).default('marketing'),
});

const TextGroup = Asked.safeExtend({
  send_now: z.boolean().default(true),
  /** Without `send_now`: a moment within a year. */
  send_at: Moment.nullable().default(null),
  /** The day and hour of `send_at` by the clocks of each recipient, instead of yours. */
  by_recipient_clock: z.boolean().default(false),
})
  .refine(({ send_now, send_at }) => send_now || send_at !== null, { path: ['send_at'], message: 'Choose when it is sent' })
  .refine(isOneSource, oneSource);
export type TextGroup = z.output<typeof TextGroup>;

const sending = {
  method: 'POST',
  feature: 'texting',
  once: true,
  body: TextGroup,
  response: Send,
  status: 202,
  errors: ['phones.not_configured', 'texts.no_number', 'texts.no_plan'],
  rateLimit: paces.heavy,
} as const;

export const sendTextGroup = endpoint({
  ...sending,
  path: '/v1/contacts/sms_group',
  summary: 'Send a text to the chosen contacts in your name, at once or at a moment; as a bulk action',
  permission: 'messages.group',
});

export const sendBroadcastText = endpoint({
  ...sending,
  path: '/v1/contacts/send_broadcast_sms',
  summary: 'Send a text to the chosen contacts in the name of the company',
  permission: 'messages.broadcast',
});

export const estimateTextGroup = endpoint({
  method: 'POST',
  path: '/v1/contacts/sms_group/estimate',
  reads: true,
  summary: 'How many segments such a text takes for `people` of the chosen contacts, what it costs, and how long it takes',
  permission: 'messages.group',
  feature: 'texting',
  long: true,
  /** `people`: how many of them may get it. */
  body: Asked.safeExtend({ people: z.int().min(0).max(1_000_000) }).refine(isOneSource, oneSource),
  response: z.object({
    /** By the values of some of the contacts. */
    segments: z.int(),
    pictures: z.boolean(),
    /** Null: there is no plan. */
    plan: PlanLeft.nullable(),
    /** Of what the plan does not cover; null where use is not charged. */
    wallet: z.object({ unit_price: MoneyText, cost: MoneyText, available: MoneyText, covered: z.boolean() }).nullable(),
    /** Numbers that it leaves from in turn; 0: there is none. */
    numbers: z.int(),
    /** By the pace that the carriers allow. */
    minutes: z.int(),
    /** As the first of them would read it. */
    example: z.string(),
  }),
  errors: ['too_slow'],
  rateLimit: paces.heavy,
});
