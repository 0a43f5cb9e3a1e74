// A campaign as the form holds it, and as it is sent.
import type { CampaignEvent, CampaignRecurrence, CampaignType, CampaignZone } from '#contract/campaignLists.ts';
import type { Campaign } from '#contract/campaigns.ts';
import type { SendPurpose } from '#contract/sendLists.ts';
import { wrongInText } from '#web/areas/messaging/templates/TextField.tsx';

/** The trigger: only a person, an event, or a day. */
export type Start = 'hand' | 'event' | 'day';

export interface Written {
  trigger_type: CampaignType;
  /** Of a text. */
  body: string;
  all_sms_trigger_ids: number[];
  stop_on_reply: boolean;
  name: string;
  description: string;
  category: SendPurpose;
  all_email_ids: number[];
  start: Start;
  trigger: Exclude<CampaignEvent, 'none'>;
  recurrence: Exclude<CampaignRecurrence, 'none'>;
  days: number;
  hour: number;
  zone: CampaignZone;
  tags: number[];
  status_ids: number[];
  corporation_ids: number[];
  global: boolean;
  show_on_bulk: boolean;
  show_on_conversation: boolean;
  show_on_event: boolean;
  /** Of the campaign that the changes are based on; 0 for a new one. */
  version: number;
}

export const blank: Written = {
  trigger_type: 'mail',
  body: '',
  all_sms_trigger_ids: [],
  stop_on_reply: false,
  name: '',
  description: '',
  category: 'service',
  all_email_ids: [],
  start: 'day',
  trigger: 'contact_created',
  recurrence: 'birthday',
  days: 0,
  hour: 9,
  zone: 'recipient',
  tags: [],
  status_ids: [],
  corporation_ids: [],
  global: false,
  show_on_bulk: false,
  show_on_conversation: false,
  show_on_event: false,
  version: 0,
};

export const writtenOf = (campaign: Campaign): Written => ({
  trigger_type: campaign.trigger_type,
  body: campaign.body,
  all_sms_trigger_ids: campaign.all_sms_trigger_ids,
  stop_on_reply: campaign.stop_on_reply,
  name: campaign.name,
  description: campaign.description,
  category: campaign.category,
  all_email_ids: campaign.all_email_ids,
  start: campaign.auto_trigger ? 'event' : campaign.recurrence === 'none' ? 'hand' : 'day',
  trigger: campaign.trigger === 'none' ? blank.trigger : campaign.trigger,
  recurrence: campaign.recurrence === 'none' ? blank.recurrence : campaign.recurrence,
  days: campaign.days,
  hour: campaign.hour,
  zone: campaign.zone,
  tags: campaign.tags,
  status_ids: campaign.status_ids,
  corporation_ids: campaign.corporation_ids,
  global: campaign.global,
  show_on_bulk: campaign.show_on_bulk,
  show_on_conversation: campaign.show_on_conversation,
  show_on_event: campaign.show_on_event,
  version: campaign.version,
});

/** Fields that the chosen start does not use are sent as nothing, so that a later change of it begins anew. */
export function bodyOf({ start, trigger, recurrence, version: _, ...written }: Written) {
  return {
    ...written,
    auto_trigger: start === 'event',
    trigger: start === 'event' ? trigger : ('none' as const),
    recurrence: start === 'day' ? recurrence : ('none' as const),
    days: start === 'day' ? written.days : 0,
  };
}

/** Beside the server's own checks: what keeps the button from being pressed. */
export function missingIn(written: Written): string | null {
  const { name, trigger_type, body, all_email_ids, start, trigger, recurrence, tags, status_ids, days } = written;
  if (name.trim() === '') return 'Give the campaign a name';
  if (trigger_type === 'sms' && body.trim() === '') return 'Write the text';
  if (trigger_type === 'sms' && wrongInText(body)) return 'Mend the text';
  if (trigger_type !== 'sms' && all_email_ids.length === 0) return 'Choose a template';
  if (start === 'event' && trigger === 'tag_added' && tags.length === 0) return 'Choose at least one tag';
  if (start === 'day' && recurrence === 'while_status' && status_ids.length === 0) return 'Choose at least one status';
  if (start === 'day' && recurrence === 'while_status' && days < 1) return 'Enter the number of days';
  return null;
}
