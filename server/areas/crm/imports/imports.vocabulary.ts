// The words of headings, as American address books, agency systems, dialers and lead vendors write them.
import type { importTargets } from '#contract/imports.ts';

export type AddressPart = 'address' | 'address_2' | 'city' | 'state' | 'zip_code' | 'county';

/**
 * Fields that a heading can name besides parts of an address. The file's other columns choose between two phone
 * or e-mail fields.
 */
export type Named = Exclude<keyof typeof importTargets, AddressPart | 'mobile_phone' | 'other_phone' | 'other_email'> | 'phone';

/** Phrases of each, the likelier first; a phrase is known in any order of its words. */
const phrases: Record<Named, string> = {
  first_name: 'first name, given name, first, forename, given, f name, nombre',
  middle_name: 'middle name, middle, middle initial, additional name, middle name initial, mi, m i, m name',
  last_name: 'last name, family name, surname, last, family, l name, apellido, apellidos',
  suffix: 'suffix, name suffix, generation, honorific suffix',
  preferred_name: 'preferred name, preferred first name, goes by, nickname, nickname name, informal name, known as, aka, alias',
  name: 'full name, name, complete name, display name, first last name, first last, first and last name, legal name, full legal name, named insured, insured, policyholder, nombre completo',
  organization:
    'company name, company, organization name, organization, account name, company account, employer name, employer, business name, business, firm name, firm, associated company, current employer, dba',
  occupation:
    'occupation, job title, profession, organization title, position, job position, job role, job, title, company position',
  birth_date: 'birth date, birthday, d o b, date born, born, birth, fecha nacimiento',
  gender: 'gender, sex, gender identity, gender code, sex gender, genero',
  language: 'language, preferred language, primary language, language preference, language spoken, lang, idioma',
  marital_status: 'marital status, marital, marriage status',
  tobacco_user:
    'tobacco user, tobacco, tobacco use, tobacco status, tobacco products, use tobacco products, smoker, smoker status, tobacco smoker, nicotine, nicotine use, nicotine user, do smoker, do use tobacco, do use tobacco products, a smoker',
  timezone: 'time zone, tz',
  status: 'status, disposition, last disposition, call disposition, stage, pipeline stage, status name',
  source: 'source, original source, original traffic source, referral source, referred by, source name, how did hear about us',
  category:
    'category, line business, lines business, lob, product, product type, product interest, product line, insurance type, insurance product, insurance interest, coverage type, policy type, interested in, interest, coverage',
  tags: 'tags, group membership, categories, groups, group, label, keywords, segments, tag name',
  note: 'notes, comments, remarks, memo, description, additional information, additional comments, additional notes, general notes, internal notes, special notes, message, background, background information, details, notas',
  do_not_call:
    'do not call, do not call flag, do not call status, do not call list, dnc flag, dnc status, dnc list, do not phone, phone opted out, call opted out, opted out calls, dnc, on dnc, federal dnc, national dnc, on dnc list',
  do_not_text: 'do not text, do not sms, do not text message, sms opted out, text opted out, sms unsubscribed',
  do_not_email:
    'do not email, email opted out, unsubscribed, unsubscribed email, unsubscribed all email, unsubscribed from all email, unsubscribed from email, do not bulk email',
  do_not_mail: 'do not mailing, do not direct mailing, do not postal mailing, mailing opted out, direct mailing opted out',
  medicare_number:
    'medicare number, medicare id, medicare id number, medicare claim number, medicare card number, medicare identifier, medicare beneficiary number, medicare beneficiary id, medicare beneficiary identifier, medicare beneficiary identifier mbi, medicare number mbi, medicare mbi, mbi, mbi number, hicn, hic, hic number',
  medicare_part_a:
    'medicare part a effective date, part a effective date, part a effective, part a start date, part a start, part a date, part a, medicare part a, medicare part a date, medicare part a start date, medicare part a start, medicare part a effective, medicare part a from, medicare a effective date',
  medicare_part_b:
    'medicare part b effective date, part b effective date, part b effective, part b start date, part b start, part b date, part b, medicare part b, medicare part b date, medicare part b start date, medicare part b start, medicare part b effective, medicare part b from, medicare b effective date',
  medicare_plan:
    'medicare plan name, medicare plan, current medicare plan, current medicare plan name, current plan, current plan name, current coverage, current medicare coverage, plan name',
  phone: 'phone number, phone, telefono, number',
  email: 'email address, email, email id, correo, correo electronico',
};

/** Patterns of a heading's words without what qualifies them. */
export const addressPatterns: [AddressPart, RegExp, rank: number][] = [
  ['address_2', /^(?:extended|etc|(?:apt|unit|suite)(?: (?:apt|unit|suite|number|etc))*)$/, 0],
  ['city', /^(?:city|town|locality|municipality|ciudad)(?: (?:city|town|village|locality|name))*$/, 0],
  ['state', /^(?:st|state)(?: (?:state|province|region|county|code|name|abbreviation))*$/, 0],
  ['state', /^(?:province|region|estado)(?: (?:province|region|state|code|name))*$/, 1],
  ['zip_code', /^(?:zip|postal|post|codigo postal)(?: (?:zip|postal|post|code|plus))*$/, 0],
  ['county', /^county(?: (?:name|parish))*$/, 0],
  ['address', /^street(?: line)?$|^line$|^direccion$/, 0],
  ['address', /^(?:address|residence|house)(?: line| text)?$/, 1],
  ['address', /^(?:full|formatted|complete|postal)(?: street| line)?$/, 2],
];

/** Kinds of phones, e-mails and addresses; `own` says no more than that it is the contact's. */
type Kind = 'own' | 'mobile' | 'home' | 'work' | 'second' | 'place';
export const kinds: ReadonlyMap<string, Kind> = new Map(
  Object.entries<string>({
    own: 'main primary personal default current best preferred general residential residence resident permanent valid location',
    mobile: 'mobile sms',
    home: 'home evening night',
    work: 'work business office day daytime direct',
    second: 'other alternate secondary second additional',
    place: 'mailing billing shipping property physical delivery garaging',
  } satisfies Record<Kind, string>).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind as Kind] as const)),
);

const persons = new Set(
  'contact contacts lead leads client customer prospect consumer member applicant insured person people policyholder subscriber borrower homeowner individual recipient buyer invitee attendee guest registrant participant enrollee patient household head'.split(
    ' ',
  ),
);
/** Words for the person of the whole row. */
export const isPerson = (word: string) => persons.has(word);

const noise = new Set(
  'has the of de or your you s what is are please enter my an value values custom field cf text optional required format mm dd yyyy yy us usa'.split(
    ' ',
  ),
);
export const isNoise = (word: string) => noise.has(word);

/** Other spellings of a word. */
const spellings: Record<string, string> = {
  phone: 'phones telephone telephones tel ph phn',
  mobile: 'cell cellular celular wireless mob',
  email: 'emails',
  number: 'no num nbr numbers',
  address: 'addr addresses adr add',
  name: 'names nm',
  county: 'cnty',
  residence: 'res',
  effective: 'eff',
  occupation: 'occ',
  status: 'sts',
  gender: 'gndr',
  work: 'wk',
  apt: 'apartment',
  home: 'hm',
  'home phone': 'landline',
  mailing: 'mail',
  alternate: 'alt alternative',
  'first name': 'fname',
  'last name': 'lname',
  'middle name': 'mname',
  'birth date': 'dob bday',
  date: 'dt',
  organization: 'organisation org',
  tags: 'tag',
  label: 'labels',
  notes: 'note',
  comments: 'comment',
  remarks: 'remark',
  information: 'info',
  smoker: 'smoke smokes smoking',
  nickname: 'nick',
  opted: 'opt',
  unsubscribed: 'unsubscribe',
  abbreviation: 'abbr abbrev',
  code: 'cd',
};
const standard = new Map(
  Object.entries(spellings).flatMap(([word, others]) => others.split(' ').map((other) => [other, word] as const)),
);
export const standardWord = (word: string) => standard.get(word) ?? word;

export const bagOf = (words: string[]) => [...new Set(words)].sort().join(' ');

/** By bags of standard words. */
export const named: ReadonlyMap<string, { name: Named; rank: number }> = new Map(
  Object.entries(phrases).flatMap(([name, list]) =>
    list.split(', ').map((phrase, rank) => {
      const words = phrase.split(' ').map(standardWord).join(' ').split(' ');
      return [bagOf(words), { name: name as Named, rank }] as const;
    }),
  ),
);

const vocabulary = new Set(
  [
    ...[...named.keys(), ...standard.keys()].flatMap((words) => words.split(' ')),
    ...addressPatterns.flatMap(([, pattern]) => pattern.source.match(/[a-z]+/g) ?? []),
    ...kinds.keys(),
    ...persons,
  ].filter((word) => word.length > 2 || word === 'do'),
).add('of');

/** `dateofbirth`, `HOMEPHONE`: a word that is made of known ones, in them; else as it is. */
export function splitGlued(word: string): string[] {
  if (vocabulary.has(word) || word.length > 40) return [word];
  const ways: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end++) {
    for (let start = 0; start < end && !ways[end]; start++) {
      const before = ways[start];
      if (before && vocabulary.has(word.slice(start, end))) ways[end] = [...before, word.slice(start, end)];
    }
  }
  return ways[word.length] ?? [word];
}
