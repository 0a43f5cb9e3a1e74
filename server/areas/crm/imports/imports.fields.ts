// How the cell of each field is read. Limits and wording are the form's own: they come from the contract.
import { ContactFields } from '#contract/contacts.ts';
import type { ImportForm, ImportTarget } from '#contract/imports.ts';
import {
  parseFlag,
  parseGender,
  parseLanguage,
  parseMaritalStatus,
  parseTobacco,
  starterCategoryOf,
  titleKey,
} from './imports.choices.ts';
import type { FieldContext, ImportedContact, Lookups, Setter } from './imports.contact.ts';
import { emails, phones } from './imports.contactMethods.ts';
import { custom } from './imports.custom.ts';
import { notADay, noYear, parseBirthday, parseDay, yearsAfter } from './imports.days.ts';
import { splitName } from './imports.names.ts';
import { parseState, parseTimezone, parseZip } from './imports.places.ts';
import { answerOf, lineOf, longestAnswer, proseOf, tooLong } from './imports.text.ts';

export function setterOf(field: ImportTarget, context: FieldContext): Setter {
  const { form, lookups, today } = context;
  switch (field) {
    case 'name':
      return fullName;
    case 'birth_date':
      return birthDate(form, today);
    case 'gender':
      return choice('gender', parseGender, 'The gender must be male, female or other');
    case 'language':
      return choice('language', parseLanguage, 'Unknown language');
    case 'marital_status':
      return choice('marital_status', parseMaritalStatus, 'Unknown marital status');
    case 'category':
      return choice('category_id', byCategory(lookups.categories), 'Unknown category');
    case 'timezone':
      return choice('timezone', parseTimezone, 'This is not a US time zone');
    case 'status':
      return choice('status_id', byTitle(lookups.statuses), 'No status has this name');
    case 'source':
      return choice('source_id', byTitle(lookups.sources), 'No source has this name');
    case 'state':
      return choice('state', parseState, 'This is not a US state');
    case 'zip_code':
      return choice('zip_code', parseZip, 'A zip code has five or nine digits');
    case 'tobacco_user':
      return flag('tobacco_user', parseTobacco);
    case 'do_not_call':
    case 'do_not_text':
    case 'do_not_email':
    case 'do_not_mail':
      return flag(field, parseFlag);
    case 'mobile_phone':
      return phones(2);
    case 'other_phone':
      return phones(9);
    case 'email':
    case 'other_email':
      return emails;
    case 'medicare_number':
      return medicareNumber;
    case 'medicare_part_a':
    case 'medicare_part_b':
      return choice(field, (text) => parseDay(text, form.date_order, yearsAfter(today, 10)), notADay[form.date_order]);
    case 'tags':
      return tags;
    case 'note':
      return note;
    case 'address':
    case 'address_2':
      return text(field, ', ');
    default:
      if (isCustom(field)) return custom(Number(field.slice(7)), context);
      return text(field);
  }
}

/** Whether a field takes days, so that their order matters. */
export const takesDays = (field: ImportTarget, { customFields }: Lookups) =>
  field === 'birth_date' ||
  field === 'medicare_part_a' ||
  field === 'medicare_part_b' ||
  customFields.some(({ id, type }) => type === 'date' && field === `custom:${id}`);

const isCustom = (field: ImportTarget): field is `custom:${number}` => field.startsWith('custom:');

const fullName: Setter = (contact, cell) => {
  const whole = lineOf(cell);
  if (whole.length > longestAnswer) return tooLong(longestAnswer);
  const parts = splitName(whole);
  for (const field of ['first_name', 'middle_name', 'last_name', 'suffix'] as const) {
    if (parts[field].length > maxLengthOf(field)) return tooLong(maxLengthOf(field));
  }
  // A name that its own columns have given stands; of the whole one only what is missing is taken.
  if (contact.first_name === '' && contact.last_name === '') {
    for (const field of ['first_name', 'middle_name', 'last_name', 'suffix'] as const) contact[field] ||= parts[field];
  } else if (contact.first_name === '' && contact.last_name === parts.last_name) contact.first_name = parts.first_name;
  else if (contact.last_name === '' && contact.first_name === parts.first_name) contact.last_name = parts.last_name;
  return null;
};

type TextField = {
  [K in keyof ImportedContact]: [string, ImportedContact[K]] extends [ImportedContact[K], string] ? K : never;
}[Exclude<keyof ImportedContact, 'medicare_number'>];

function text(field: TextField, between?: string): Setter {
  const maxLength = maxLengthOf(field);
  return (contact, cell) => {
    const line = lineOf(cell, between);
    if (line.length > maxLength) return tooLong(maxLength);
    if (contact[field] === '') contact[field] = line;
    return null;
  };
}

/** The form's own limit, from the contract. */
const maxLengthOf = (field: TextField) => ContactFields.shape[field].unwrap().maxLength ?? Number.POSITIVE_INFINITY;

function choice<K extends keyof ImportedContact>(
  field: K,
  parse: (text: string) => NonNullable<ImportedContact[K]> | null,
  reason: string,
): Setter {
  return (contact, cell) => {
    const said = answerOf(cell);
    if (said === '') return null;
    const value = said.length > longestAnswer ? null : parse(said);
    if (value === null) return reason;
    contact[field] = value;
    return null;
  };
}

type FlagField = 'tobacco_user' | 'do_not_call' | 'do_not_text' | 'do_not_email' | 'do_not_mail';

const flag = (field: FlagField, parse: (text: string) => 'yes' | 'no' | null): Setter =>
  choice(
    field,
    (said) => {
      const answer = parse(said);
      return answer && answer === 'yes';
    },
    'This must be yes or no',
  );

function byTitle(rows: { id: number; title: string }[]): (text: string) => number | null {
  const ids = new Map(rows.map(({ id, title }) => [titleKey(title), id]));
  return (said) => ids.get(titleKey(said)) ?? null;
}

/** By its title, or by another word for one that new companies start with. */
function byCategory(rows: { id: number; title: string }[]): (text: string) => number | null {
  const find = byTitle(rows);
  return (said) => find(said) ?? find(starterCategoryOf(said) ?? '');
}

function birthDate(form: ImportForm, today: string): Setter {
  const limits = ContactFields.shape.birth_date;
  return (contact, cell) => {
    const said = answerOf(cell);
    if (said === '' || /^0{1,4}\D0{1,2}\D0{1,4}(?!\d)/.test(said)) return null;
    const isLong = said.length > longestAnswer;
    const day = isLong ? null : parseDay(said, form.date_order, today);
    const birthday = isLong || (day && !day.startsWith(noYear)) ? null : parseBirthday(said, form.date_order);
    if (birthday) return note(contact, `Birthday: ${birthday.replace('-', '/')}`);
    if (!day) return notADay[form.date_order];
    if (day > today) return 'This date of birth is in the future';
    const allowed = limits.safeParse(day);
    if (!allowed.success) return allowed.error.issues[0]?.message ?? notADay[form.date_order];
    contact.birth_date = day;
    return null;
  };
}

const medicareNumber: Setter = (contact, cell) => {
  const parsed = ContactFields.shape.medicare_number.safeParse(answerOf(cell));
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'This is not a Medicare number';
  contact.medicare_number = parsed.data ?? '';
  return null;
};

/** Google's own groups begin with an asterisk and say nothing of the contact. Mailchimp quotes each tag: "a","b, c". */
const tags: Setter = (contact, cell) => {
  for (const [, quoted, plain = ''] of lineOf(cell).matchAll(tagInList)) {
    const name = lineOf(quoted?.replaceAll('""', '"') ?? plain);
    if (name === '' || name.startsWith('* ')) continue;
    if (name.length > maxTagLength) return `A tag is longer than ${maxTagLength} characters`;
    if (contact.tags.some((tag) => tag.toLowerCase() === name.toLowerCase())) continue;
    if (contact.tags.length === 100) return 'There are more than 100 tags';
    contact.tags.push(name);
  }
  return null;
};
const tagInList = /\s*(?:"((?:[^"]|"")*)"(?=\s*(?:[,;|]|:::|$))|(.*?))\s*(?:[,;|]|:::|$)/gy;
const maxTagLength = 60;

const note: Setter = (contact, cell) => {
  const said = proseOf(cell);
  const whole = contact.note === '' ? said : `${contact.note}\n${said}`;
  if (whole.length > maxLengthOf('note')) return tooLong(maxLengthOf('note'));
  contact.note = whole.trim();
  return null;
};
