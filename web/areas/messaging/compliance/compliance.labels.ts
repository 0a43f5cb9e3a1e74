// Words of the compliance screens.
import type { Decision } from '#contract/compliance.ts';
import { type Channel, gateChecks } from '#contract/complianceLists.ts';
import type { ComplianceRule } from '#contract/complianceRules.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { states } from '#contract/lookups.ts';
import { momentIn, type Zone } from '#ui/moments.ts';

export const channelWords = { email: 'E-mail', text: 'Text', call: 'Call' } as const satisfies Record<Channel, string>;
export const channelList = (channels: readonly Channel[]) => channels.map((channel) => pluralWords[channel]).join(', ');
const pluralWords = { email: 'E-mails', text: 'Texts', call: 'Calls' } as const;

export const scopeWords = { marketing: 'Marketing', service: 'Service', all: 'Everything' } as const;
export const consentWords = { given: 'Agreed', revoked: 'Took it back', inquiry: 'Asked for information' } as const;
export const suppressionWords = {
  revoked: 'Took the consent back',
  asked: 'Asked for it',
  complaint: 'Complained',
  bounce: 'Does not arrive',
  wrong_person: 'Belongs to someone else',
  litigator: 'Known to sue',
  other: 'Other',
} as const;
export const listWords = { national: 'National list', state: 'State list', internal: 'Our own list' } as const;
export const listTones = { loading: 'blue', ready: 'green', failed: 'red' } as const;
export const listStatusWords = { loading: 'Reading', ready: 'In use', failed: 'Not readable' } as const;

export const stateOptions = Object.entries(states).map(([value, label]) => ({ value, label }));
export const stateWords = (state: string) => (state === '' ? 'Everywhere' : (states[state] ?? state));

export const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Holidays'];

/** “Yes”, “No: There is no consent”, “From 11/23/2026, 8:00 AM: …”. */
export function answerWords({ answer, reason, until }: Pick<Decision, 'answer' | 'reason' | 'until'>, zone: Zone): string {
  if (answer === 'yes' || reason === null) return 'Yes, now';
  if (until) return `From ${momentIn(zone, until)}`;
  return gateChecks[reason].title;
}

export const addressWords = (address: string) => (/^\d{10}$/.test(address) ? formatPhone(address) : address);

/** “Mondays to …, 8 am to 8 pm”, “31 days”. */
export function ruleWords(rule: Pick<ComplianceRule, 'kind' | 'days' | 'opens_at' | 'closes_at' | 'amount' | 'waived'>): string {
  if (rule.waived) return 'Not asked for';
  if (rule.kind === 'hours')
    return `${daysWords(rule.days)}${rule.opens_at ? `, ${clock(rule.opens_at)} to ${clock(rule.closes_at ?? '')}` : ': closed'}`;
  const unit = units[rule.kind as keyof typeof units];
  return unit && rule.amount !== null ? `${rule.amount} ${unit}` : '';
}

const units = {
  cap: 'in 24 hours',
  list_age: 'days',
  purchase_months: 'months',
  inquiry_months: 'months',
  retention_years: 'years',
  recording_years: 'years',
} as const;

function daysWords(days: readonly number[]): string {
  if (days.length >= 8) return 'Every day';
  return days.map((day) => dayNames[day] ?? '').join(', ');
}

/** 08:30 as 8:30 am. */
export function clock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  if (time === '24:00' || time === '00:00') return 'midnight';
  if (time === '12:00') return 'noon';
  return `${((hours + 11) % 12) + 1}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''} ${hours < 12 ? 'am' : 'pm'}`;
}
