// Campaigns of texts, as people are offered them, and trying a text out.
import { z } from 'zod';
import { campaignPlaces, campaignRecurrences } from './campaignLists.ts';
import { isOneSource, textSource } from './groupTexts.ts';
import { endpoint, Id, Line, List, paces } from './kit/endpoint.ts';
import { sendPurposes } from './sendLists.ts';

export const listReadyTextCampaigns = endpoint({
  method: 'GET',
  path: '/v1/contacts/sms_campaign_triggers',
  summary: 'The text campaigns that you are offered to send by hand, q in their name; at most 100',
  permission: 'messages.group',
  feature: 'texting',
  query: z.object({ q: Line(100).default(''), place: z.enum(campaignPlaces).default('bulk') }),
  response: List(
    z.object({
      id: Id,
      name: z.string(),
      description: z.string(),
      category: z.enum(sendPurposes),
      recurrence: z.enum(campaignRecurrences),
      /** Its first text, with merge fields. */
      body: z.string(),
      has_picture: z.boolean(),
    }),
  ),
  rateLimit: paces.look,
});

export const sendTestText = endpoint({
  method: 'POST',
  path: '/v1/contacts/send_test_sms',
  summary:
    'Send a text to your own phone, as a contact would get it: a campaign’s first one, with `all` each of them, or own words',
  permission: 'messages.group',
  feature: 'texting',
  once: true,
  body: z
    .object({
      campaign_trigger_id: textSource.campaign_trigger_id,
      message_content: textSource.message_content,
      contact_id: Id.nullable().default(null),
      all: z.boolean().default(false),
      /** Your mobile number; default: that of your web page. */
      phone: Line(30).default(''),
    })
    .refine(isOneSource, { path: ['message_content'], message: 'Write a text, or choose a campaign' }),
  /** `phone`: where it went. */
  response: z.object({ phone: z.string(), sent: z.int() }),
  status: 202,
  errors: ['phones.not_configured', 'texts.no_number', 'texts.no_plan'],
  rateLimit: paces.heavy,
});
