// The words on screen for a contact's fixed lists.

import type { activityTypes } from '#contract/activityTypes.ts';
import type { ContactsScope } from '#contract/contactsScope.ts';
import type { contactKinds, emailStates, genders, languages, maritalStatuses, timezones } from '#contract/lookups.ts';
import type { Holder } from '#contract/transfers.ts';

type Words<List extends readonly string[]> = Record<List[number], string>;

export const kindWords: Words<typeof contactKinds> = { lead: 'Lead', client: 'Client' };
export const genderWords: Words<typeof genders> = { male: 'Male', female: 'Female', other: 'Other' };
export const languageWords: Words<typeof languages> = {
  english: 'English',
  spanish: 'Spanish',
  french: 'French',
  chinese: 'Chinese',
  korean: 'Korean',
  german: 'German',
};
export const timezoneWords: Words<typeof timezones> = {
  est: 'Eastern',
  cst: 'Central',
  mst: 'Mountain',
  pst: 'Pacific',
  akst: 'Alaska',
  hst: 'Hawaii',
};
export const emailStateWords: Words<typeof emailStates> = {
  unverified: 'Not checked',
  valid: 'Valid',
  shared: 'Shared mailbox',
  disposable: 'Throw-away',
  invalid: 'Gets no mail',
  verified: 'Verified',
};
export const groupWords: Record<ContactsScope['contact_group'], string> = {
  all: 'My contacts',
  downline: 'Downline',
  all_agents: 'All agents',
  deleted: 'Deleted',
};
export const maritalWords: Words<typeof maritalStatuses> = {
  single: 'Single',
  married: 'Married',
  divorced: 'Divorced',
  widowed: 'Widowed',
  separated: 'Separated',
};
/** The activity, as it follows “logged”. */
export const activityWords: Words<typeof activityTypes> = {
  call: 'a call',
  voicemail: 'a voicemail',
  text: 'a text',
  email: 'an e-mail',
  meeting: 'a meeting',
  mail: 'a letter',
  other: 'something else',
};
/** The contact's holder: “Ann Lee”, “Pool Shared leads”. */
export function holderWords(holder: Holder | null): string {
  if (!holder) return 'Nobody';
  if (holder.type === 'pool') return holder.name ? `Pool ${holder.name}` : 'A deleted pool';
  return holder.name || 'A former user';
}
