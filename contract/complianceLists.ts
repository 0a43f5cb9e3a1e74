// The words of the compliance gate. The order of the reasons is the order in which they are looked for: lasting ones first.

export const channels = ['email', 'text', 'call'] as const;
export type Channel = (typeof channels)[number];

/** `reply`: a person answers within 72 hours; `compliance`: answers to STOP and HELP. */
export const purposes = ['marketing', 'service', 'reply', 'compliance'] as const;
export type Purpose = (typeof purposes)[number];

/** Purposes that a consent or a suppression names. */
export const scopesOfConsent = ['marketing', 'service', 'all'] as const;

interface Check {
  /** A contact's screens say it as “No: …”. */
  title: string;
  /** The remedy. */
  mend: string;
  channels: readonly Channel[];
  purposes: readonly Purpose[];
}

const always: readonly Purpose[] = ['marketing', 'service', 'reply'];
const unasked: readonly Purpose[] = ['marketing', 'service'];
const marketing: readonly Purpose[] = ['marketing'];
const phone: readonly Channel[] = ['text', 'call'];

/** Which reason can stop what. The first that applies is the answer. */
export const gateChecks = {
  unknown: { title: 'The contact is deleted or out of reach', mend: 'Restore the contact', channels, purposes },
  no_address: { title: 'There is no address', mend: 'Enter a phone or an e-mail', channels, purposes },
  invalid_address: { title: 'The address is not valid', mend: 'Correct the address', channels, purposes },
  suppressed: {
    title: 'The address is unsubscribed or stopped',
    mend: 'A new consent lifts what the contact refused; an administrator lifts the rest under Admin, Compliance',
    channels,
    purposes: always,
  },
  do_not_contact: {
    title: 'The contact does not want it',
    mend: 'Change “do not contact” on the contact',
    channels,
    purposes: always,
  },
  not_licensed: {
    title: 'The agent has no licence in this state',
    mend: 'Enter the licence in the account of the agent',
    channels,
    purposes: marketing,
  },
  not_registered: {
    title: 'Texting is not registered',
    mend: 'Register the company and its campaign with the carriers',
    channels: ['text'],
    purposes: always,
  },
  no_consent: { title: 'There is no consent', mend: 'Record the contact’s consent', channels: ['text'], purposes: marketing },
  do_not_call_list: {
    title: 'The number is on a do-not-call list',
    mend: 'Record the contact’s consent or inquiry',
    channels: phone,
    purposes: marketing,
  },
  list_too_old: {
    title: 'The national do-not-call list is missing or too old',
    mend: 'Upload the list, or record a consent or an inquiry',
    channels: phone,
    purposes: marketing,
  },
  landline: { title: 'The number is a landline', mend: 'Enter a mobile number', channels: ['text'], purposes: always },
  dead_address: { title: 'The address no longer works', mend: 'Correct the address', channels, purposes: always },
  resting_address: {
    title: 'Mail to this address came back several times',
    mend: 'Wait two weeks, or correct the address',
    channels: ['email'],
    purposes: unasked,
  },
  marketing_paused: {
    title: 'Marketing mail is paused: too many receivers called it spam',
    mend: 'An administrator can resume it under Admin, Services',
    channels: ['email'],
    purposes: marketing,
  },
  no_postal_address: {
    title: 'The company has no postal address',
    mend: 'Enter it under Admin, Compliance',
    channels: ['email'],
    purposes: marketing,
  },
  cap: { title: 'The limit of a day is reached', mend: 'Wait', channels, purposes: unasked },
  hours: { title: 'It is outside the permitted hours', mend: 'Wait', channels, purposes: unasked },
} as const satisfies Record<string, Check>;
export type GateReason = keyof typeof gateChecks;
export const gateReasons = Object.keys(gateChecks) as [GateReason, ...GateReason[]];
/** Of a selection: of two contacts with one address, one gets the message. */
export const estimateReasons = [...gateReasons, 'same_address'] as const;

export const ruleKinds = {
  hours: 'Permitted hours',
  cap: 'Messages in 24 hours',
  consent: 'Consent for marketing',
  list_age: 'Age of the national list, in days',
  purchase_months: 'A purchase allows calls, in months',
  inquiry_months: 'An inquiry allows calls, in months',
  licence: 'Licence of the agent',
  registration: 'Registration with carriers',
  postal_address: 'Postal address',
  retention_years: 'Proof is kept, in years',
  recording_years: 'Recordings of calls are kept, in years',
  disclaimer: 'Disclaimer',
} as const;
export type RuleKind = keyof typeof ruleKinds;
export const ruleKindNames = Object.keys(ruleKinds) as [RuleKind, ...RuleKind[]];

export const consentKinds = ['given', 'revoked', 'inquiry'] as const;
export const suppressionReasons = ['revoked', 'asked', 'complaint', 'bounce', 'wrong_person', 'litigator', 'other'] as const;
export const doNotCallKinds = ['national', 'state', 'internal'] as const;
