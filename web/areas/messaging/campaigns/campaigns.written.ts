// A campaign as the form holds it, and as it is sent.
import type { CampaignEvent, CampaignRecurrence, CampaignZone } from '#contract/campaignLists.ts';
import type { Campaign } from '#contract/campaigns.ts';
import type { SendPurpose } from '#contract/sendLists.ts';

/** What starts it: nothing but a person, an event, or a day. */
export type Start = 'hand' | 'event' | 'day';

export interface Written {
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
  /** Of the campaign that the changes are based on; 0 for a new one. */
  version: number;
}

export const blank: Written = {
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
  version: 0,
};

export const writtenOf = (campaign: Campaign): Written => ({
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
export function missingIn({ name, all_email_ids, start, trigger, recurrence, tags, status_ids, days }: Written): string | null {
  if (name.trim() === '') return 'Give the campaign a name';
  if (all_email_ids.length === 0) return 'Choose a template';
  if (start === 'event' && trigger === 'tag_added' && tags.length === 0) return 'Choose at least one tag';
  if (start === 'day' && recurrence === 'while_status' && status_ids.length === 0) return 'Choose at least one status';
  if (start === 'day' && recurrence === 'while_status' && days < 1) return 'Enter the number of days';
  return null;
}
