// What a column's heading means. Headings are compared as plain words: `E-mail 1 - Value`, `email_1_value` and `Email1Value` are one.
import type { importTargets } from '#contract/imports.ts';

type Target = keyof typeof importTargets;
export type AddressPart = 'address' | 'address_2' | 'city' | 'state' | 'zip_code' | 'county';
export type PhoneKind = 'mobile' | 'any' | 'home' | 'work' | 'second';

export type Meaning =
  | { is: 'field'; field: Exclude<Target, AddressPart>; rank: number }
  | { is: 'phone'; kind: PhoneKind }
  | { is: 'email'; first: boolean }
  /** Parts of one address share a group, such as `home` or Google's `1`. */
  | { is: 'place'; part: AddressPart; group: string };

export function meaningOf(heading: string): Meaning | null {
  const words = wordsOf(heading);
  const said = withoutNoise(words);
  return (
    fieldOf(words) ??
    placeOf(words) ??
    phoneOf(words) ??
    emailOf(words) ??
    fieldOf(said) ??
    placeOf(said) ??
    phoneOf(said) ??
    emailOf(said)
  );
}

export const wordsOf = (heading: string) =>
  heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\be[-_\s]?mail/g, 'email')
    .replace(/([a-z])(\d)/g, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const withoutNoise = (words: string) =>
  words
    .replace(
      /\b(?:contact|lead|client|customer|prospect|consumer|member|applicant|insured|person|primary|your|please|the|of|value|custom)\b/g,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim();

/** Synonyms of each field, the likelier first: of two columns for one field the one that stands earlier here wins. */
const synonyms: [Exclude<Target, AddressPart>, RegExp[]][] = [
  ['first_name', [/^(?:first|given) ?name$/, /^f ?name$|^first$|^forename$|^name first$/]],
  ['middle_name', [/^(?:middle|additional) ?name$/, /^middle(?: initial)?$|^m ?name$|^m ?i$|^name middle$/]],
  ['last_name', [/^(?:last|family) ?name$/, /^l ?name$|^last$|^surname$|^name last$/]],
  ['suffix', [/^suffix$|^name suffix$|^suffix name$/, /^generation$/]],
  ['preferred_name', [/^preferred name$|^goes by$/, /^nick ?name$/]],
  ['name', [/^full ?name$/, /^name$|^display name$|^(?:first|first name) (?:and )?last(?: name)?$|^last first$/]],
  [
    'organization',
    [
      /^(?:company|organi[sz]ation|account)(?: 1)?(?: name)?$/,
      /^company account$|^associated company$|^employer(?: name)?$|^business(?: name)?$|^firm$/,
    ],
  ],
  ['occupation', [/^occupation$|^job title$|^profession$/, /^organi[sz]ation(?: 1)? title$|^position$/, /^title$|^job$/]],
  ['birth_date', [/^(?:d ?o ?b|birth ?date|date birth|date of birth|birth ?day)(?: (?:m+ d+ y+|1))?$/, /^born$|^birth$/]],
  ['gender', [/^gender$|^sex$/]],
  ['language', [/^(?:preferred |spoken )?language(?: preference| spoken)?$|^lang$/]],
  ['marital_status', [/^marital(?: status)?$/]],
  [
    'tobacco_user',
    [
      /^(?:uses? )?tobacco(?: use| user| usage| status| y n)?$/,
      /^smok(?:er|es?|ing)(?: status| y n)?$|^nicotine(?: use| user)?$|^do you (?:smoke|use tobacco)$/,
    ],
  ],
  ['timezone', [/^time ?zone$|^tz$/]],
  ['status', [/^(?:lead |contact )?status$/, /^disposition$/]],
  ['source', [/^(?:lead )?source$/, /^original(?: traffic)? source$|^referral source$|^referred by$/]],
  [
    'category',
    [
      /^category$/,
      /^(?:line of business|line business|lob)$|^(?:product|insurance|coverage|policy)(?: type| interest)?$|^type of (?:insurance|coverage)$|^type (?:insurance|coverage)$|^interest(?:ed in)?$/,
    ],
  ],
  ['tags', [/^tags?$/, /^labels?$|^group membership$|^categories$|^groups?$|^keywords$/]],
  ['note', [/^notes?$/, /^comments?$|^remarks?$|^memo$/, /^description$|^additional (?:info|information|comments)$|^message$/]],
  [
    'do_not_call',
    [/^(?:do not (?:call|phone)|dnc|donotcall)(?: flag| status| list)?$/, /^phone opt out$|^(?:on )?(?:federal |national )dnc$/],
  ],
  ['do_not_text', [/^do not (?:text|sms)$/, /^(?:sms|text) opt(?:ed)? out$/]],
  [
    'do_not_email',
    [/^do not email$/, /^email opt(?:ed)? out$|^(?:has )?opted out(?: of)? email$|^unsubscribed(?: from all email)?$/],
  ],
  ['do_not_mail', [/^do not (?:direct )?mail$/, /^(?:direct )?mail opt(?:ed)? out$/]],
  ['medicare_number', [/^medicare(?: beneficiary)?(?: number| id| identifier| claim number| no)$|^mbi(?: number)?$/, /^hicn?$/]],
  ['medicare_part_a', [/^(?:medicare )?part a(?: effective)?(?: start)?(?: date)?$/]],
  ['medicare_part_b', [/^(?:medicare )?part b(?: effective)?(?: start)?(?: date)?$/]],
  ['medicare_plan', [/^(?:current )?medicare plan(?: name)?$/, /^current (?:plan|coverage)(?: name)?$|^plan name$/]],
];

function fieldOf(words: string): Meaning | null {
  for (const [field, patterns] of synonyms) {
    const rank = patterns.findIndex((pattern) => pattern.test(words));
    if (rank >= 0) return { is: 'field', field, rank };
  }
  return null;
}

const placeParts: [AddressPart, RegExp][] = [
  [
    'address_2',
    /^(?:street address|address line|address|street|addr|line)(?: line)? 2$|^extended address$|^apt(?:artment)?(?: (?:unit|suite|number|no))*$|^unit(?: number)?$|^suite$/,
  ],
  [
    'address',
    /^(?:street address|address street|address line|address|street|addr|mailing address|full address)(?: line)?(?: 1)?$|^address formatted$/,
  ],
  ['city', /^city(?: name)?$|^town$|^city town$/],
  [
    'state',
    /^state(?: (?:province|code|name|abbreviation|of residence|residence|region))?$|^st$|^region$|^province$|^resident state$/,
  ],
  ['zip_code', /^zip(?: ?code| 5)?(?: postal code)?$|^post(?:al)? ?code$|^zip postal$|^postal$/],
  ['county', /^county(?: name)?$/],
];

function placeOf(words: string): Meaning | null {
  const numbered = /^address (\d) (street|extended address|city|region|postal code|formatted)$/.exec(words);
  const named =
    /^(home|business|work|other|mailing|billing|shipping|residential|residence|permanent|property|physical|current) (.+)$/.exec(
      words,
    );
  const group = numbered?.[1] ?? named?.[1] ?? '';
  const said = numbered?.[2] ?? named?.[2]?.replace(/^address (?=street|city|state|zip|postal)/, '') ?? words;
  const part = placeParts.find(([, pattern]) => pattern.test(said))?.[0];
  return part ? { is: 'place', part, group } : null;
}

const phoneKinds: [PhoneKind, RegExp][] = [
  ['mobile', /^(?:mobile|cell(?:ular| ?phone)?|wireless)(?: ?phone)?(?: number| no)?(?: 1)?$|^phone (?:mobile|cell)$/],
  ['any', /^(?:main |best )?(?:tele)?phone(?: number| no)?(?: 1)?(?: value)?$|^tel$|^ph$|^phone 1(?: number)?$|^contact number$/],
  ['home', /^(?:home|evening|night|residential)(?: ?tele)? ?phone(?: number)?(?: 1)?$|^phone home$|^land ?line$/],
  ['work', /^(?:business|work|office|day|daytime)(?: ?tele)? ?phone(?: number)?(?: 1)?$|^phone (?:work|office)$/],
  [
    'second',
    /^(?:home |business |work |mobile |cell )?phone(?: number)? [2-9](?: value)?$|^(?:alt|alternate|alternative|secondary|second|other|additional) ?phone(?: number)?(?: 1)?$|^phone (?:alt|alternate|other)$/,
  ],
];

function phoneOf(words: string): Meaning | null {
  const kind = phoneKinds.find(([, pattern]) => pattern.test(words))?.[0];
  return kind ? { is: 'phone', kind } : null;
}

function emailOf(words: string): Meaning | null {
  if (/^(?:personal |home |main )?email(?: address)?(?: 1)?(?: value| address)?$/.test(words))
    return { is: 'email', first: true };
  const second =
    /^(?:email(?: address)? [2-9](?: value| address)?|(?:work|business|other|alt|alternate|secondary|second|additional) email(?: address(?:es)?)?)$/;
  return second.test(words) ? { is: 'email', first: false } : null;
}

/** The system whose export has these headings. */
export function recognise(headings: string[]): string | null {
  const words = new Set(headings.map(wordsOf));
  const has = (...all: string[]) => all.every((heading) => words.has(heading));
  if (has('phone 1 value') || has('email 1 value') || has('group membership')) return 'google';
  if (has('email address', 'business phone') || has('email display name') || has('home phone 2', 'business street'))
    return 'outlook';
  if (has('record id') && (has('lifecycle stage') || has('lead status') || has('contact owner') || has('create date')))
    return 'hubspot';
  if (
    [
      'company account',
      'mailing state province',
      'mailing zip postal code',
      'mailing street',
      'lead owner',
      'has opted out of email',
    ].some((heading) => has(heading))
  ) {
    return 'salesforce';
  }
  return [...words].some((heading) => vendorSign.test(heading)) ? 'vendor' : null;
}

/** What only those who sell leads write above a column. */
const vendorSign =
  /\b(?:trusted ?form|jornaya|universal lead|lead (?:type|id|cost|price|vendor)|leadid|best time|tobacco|smoker|face amount|coverage amount|death benefit|beneficiary|turning 65|t 65|date (?:posted|generated|received)|opt in (?:date|ip)|vendor|campaign)\b/;
