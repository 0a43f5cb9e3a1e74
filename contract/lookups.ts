// Fixed look-up lists. Lists that a company may change are tables (contract/reference.ts).

export const timezones = ['est', 'cst', 'mst', 'pst', 'akst', 'hst'] as const;

/**
 * The spec's six names as IANA zones. Arizona has no daylight saving time: a contact there is in
 * `America/Phoenix` (zoneOf).
 */
export const ianaZones: Record<(typeof timezones)[number], string> = {
  est: 'America/New_York',
  cst: 'America/Chicago',
  mst: 'America/Denver',
  pst: 'America/Los_Angeles',
  akst: 'America/Anchorage',
  hst: 'Pacific/Honolulu',
};
/** `America/New_York` in plain words: New York. */
export const zoneWords = (iana: string) => (iana.split('/').at(-1) ?? '').replaceAll('_', ' ');
export const zoneOf = (timezone: (typeof timezones)[number], state?: string) =>
  state === 'AZ' && timezone === 'mst' ? 'America/Phoenix' : ianaZones[timezone];

export const genders = ['male', 'female', 'other'] as const;
export const languages = ['english', 'spanish', 'french', 'chinese', 'korean', 'german'] as const;
export const phoneTypes = [
  { value: 2, label: 'Mobile' },
  { value: 9, label: 'Other' },
] as const;
/**
 * States of an e-mail address. A check sets `valid`, `shared` (a mailbox such as info@), `disposable` (a
 * throw-away domain) or `invalid` (it cannot get mail); a user sets `verified`.
 */
export const emailStates = ['unverified', 'valid', 'shared', 'disposable', 'invalid', 'verified'] as const;
export const maritalStatuses = ['single', 'married', 'divorced', 'widowed', 'separated'] as const;
export const contactKinds = ['lead', 'client'] as const;
export const tagColors = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'indigo', 'purple', 'pink'] as const;
export const fontSizes = ['small', 'medium', 'large'] as const;
export const primaryColors = ['blue', 'teal', 'green', 'violet', 'orange'] as const;
export const backgrounds = ['light', 'dark'] as const;
export const variants = ['standard', 'agency', 'recruiting'] as const;
export type Variant = (typeof variants)[number];

export const states: Record<string, string> = {
  AL: 'Alabama', AK: 'Alaska', AZ: 'Arizona', AR: 'Arkansas', CA: 'California', CO: 'Colorado', CT: 'Connecticut',
  DE: 'Delaware', DC: 'District of Columbia', FL: 'Florida', GA: 'Georgia', HI: 'Hawaii', ID: 'Idaho', IL: 'Illinois',
  IN: 'Indiana', IA: 'Iowa', KS: 'Kansas', KY: 'Kentucky', LA: 'Louisiana', ME: 'Maine', MD: 'Maryland',
  MA: 'Massachusetts', MI: 'Michigan', MN: 'Minnesota', MS: 'Mississippi', MO: 'Missouri', MT: 'Montana',
  NE: 'Nebraska', NV: 'Nevada', NH: 'New Hampshire', NJ: 'New Jersey', NM: 'New Mexico', NY: 'New York',
  NC: 'North Carolina', ND: 'North Dakota', OH: 'Ohio', OK: 'Oklahoma', OR: 'Oregon', PA: 'Pennsylvania',
  RI: 'Rhode Island', SC: 'South Carolina', SD: 'South Dakota', TN: 'Tennessee', TX: 'Texas', UT: 'Utah', VT: 'Vermont',
  VA: 'Virginia', WA: 'Washington', WV: 'West Virginia', WI: 'Wisconsin', WY: 'Wyoming',
}; // biome-ignore format: a list read in columns

/** Of an onboarding application. */
export const signupStatuses = ['draft', 'sent', 'returned', 'approved'] as const;
