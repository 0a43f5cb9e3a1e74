// The words and colours of campaigns.
import type { CampaignEvent, CampaignRecurrence, CampaignState } from '#contract/campaignLists.ts';
import type { CampaignRow } from '#contract/campaigns.ts';
import { counted } from '#contract/kit/formats.ts';
import type { Tone } from '#ui/Dot.tsx';

export const stateWords: Record<CampaignState, string> = {
  draft: 'Draft',
  approved: 'Approved',
  on: 'On',
  stopped: 'Stopped',
};
export const stateTones: Record<CampaignState, Tone> = { draft: 'gray', approved: 'blue', on: 'green', stopped: 'red' };

export const eventWords: Record<Exclude<CampaignEvent, 'none'>, string> = {
  contact_created: 'A contact is added',
  status_changed: 'The status changes',
  tag_added: 'A tag is added',
  became_client: 'A contact becomes a client',
};

export const recurrenceWords: Record<Exclude<CampaignRecurrence, 'none'>, string> = {
  birthday: 'Birthday',
  turning_65: '65th birthday',
  policy_renewal: 'Renewal of a policy',
  while_status: 'Every so many days while in a status',
};

export const hourWords = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'am' : 'pm'}`;

type When = Pick<CampaignRow, 'recurrence' | 'days' | 'hour' | 'zone' | 'auto_trigger' | 'trigger'>;

/** “65th birthday, 90 days before, at 9 am there”. */
export function whenWords({ recurrence, days, hour, zone, auto_trigger, trigger }: When): string {
  if (auto_trigger) return trigger === 'none' ? 'After an event' : eventWords[trigger];
  if (recurrence === 'none') return 'By hand';
  const at = `at ${hourWords(hour)}${zone === 'recipient' ? ' of the recipient' : ''}`;
  if (recurrence === 'while_status') return `Every ${counted(days, 'day')} while in a status, ${at}`;
  return [recurrenceWords[recurrence], days > 0 && `${counted(days, 'day')} before`, at].filter(Boolean).join(', ');
}
