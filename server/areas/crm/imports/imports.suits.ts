// A heading can promise what the values do not keep: a title may be `Mrs.`, a state `active`, a status one that this company has not.

import type { ImportTarget } from '#contract/imports.ts';
import { normalPhone } from '#contract/kit/formats.ts';
import {
  parseFlag,
  parseGender,
  parseLanguage,
  parseMaritalStatus,
  parseTobacco,
  starterCategoryOf,
  titleKey,
} from './imports.choices.ts';
import { parseBirthday, parseDay } from './imports.days.ts';
import { type Meaning, wordsOf } from './imports.headings.ts';
import { parseState, parseTimezone, parseZip } from './imports.places.ts';

export interface KnownNames {
  customFields: { id: number; name: string }[];
  /** A column of statuses or sources is taken only where most of its values are among these. Left out, it is taken as it is. */
  statuses?: { title: string }[];
  sources?: { title: string }[];
  categories?: { title: string }[];
}

export interface Column {
  column: number;
  heading: string;
  meaning: Meaning | null;
  /** The sample's values, without empty cells. */
  values: string[];
}

/** Whether most of a column's values, if it has any, are what its heading says. */
export function suits({ meaning, values, heading }: Column, known: KnownNames, recognised: string | null): boolean {
  if (meaning === null || values.length === 0) return true;
  if (meaning.is === 'field' && meaning.field === 'occupation' && wordsOf(heading) === 'title') {
    return recognised !== 'outlook' && !isMost(values, (value) => /^(?:mr|mrs|ms|miss|mx|dr|rev|prof)\.?$/i.test(value));
  }
  const check = checkOf(meaning, heading, known);
  return !check || isMost(values, check);
}

const isMost = (values: string[], check: (value: string) => unknown) => values.filter(check).length * 2 >= values.length;

type Check = (value: string) => unknown;

function checkOf(meaning: Meaning, heading: string, known: KnownNames): Check | undefined {
  switch (meaning.is) {
    case 'phone':
      // A bare number may be that of anything.
      return /phone|mobile|cell|tel|ph\b|line/i.test(heading) ? (value) => /\d/.test(value) && !value.includes('@') : normalPhone;
    case 'email':
      return (value) => value.includes('@');
    case 'place':
      return placeChecks[meaning.part];
    case 'field':
      if (meaning.field === 'status') return among(known.statuses);
      if (meaning.field === 'source') return among(known.sources);
      if (meaning.field === 'category') return (value) => starterCategoryOf(value) ?? among(known.categories)?.(value);
      return fieldChecks[meaning.field];
  }
}

const among = (rows: { title: string }[] | undefined): Check | undefined => {
  const titles = new Set(rows?.map(({ title }) => titleKey(title)));
  return rows && ((value) => titles.has(titleKey(value)));
};

const isDay: Check = (value) =>
  (['mdy', 'dmy'] as const).some((order) => parseDay(value, order, '2099-12-31') ?? parseBirthday(value, order)) ||
  /^0+\W0+\W0+$/.test(value);
/** No address, number, day, or answer to a question. */
const isName: Check = (value) => !/^\S+@\S+\.\w+$|^\W*\d[\d\W]{2,}$|^(?:yes|no|true|false|[yn])$/i.test(value);
const isWord: Check = (value) => /\p{L}/u.test(value) && parseFlag(value) === null;

const placeChecks = {
  address: (value) => !value.includes('@'),
  address_2: undefined,
  city: (value) => /\p{L}/u.test(value),
  state: parseState,
  zip_code: (value) => parseZip(value) ?? /\d/.test(value),
  county: (value) => /\p{L}/u.test(value),
} as const satisfies Record<string, Check | undefined>;

/** A wish not to be contacted is not among them: such a column is never left out because its words are strange. */
const fieldChecks: Partial<Record<ImportTarget, Check>> = {
  first_name: isName,
  last_name: isName,
  name: isName,
  organization: isWord,
  occupation: isWord,
  birth_date: isDay,
  medicare_part_a: isDay,
  medicare_part_b: isDay,
  medicare_number: (value) => /\d/.test(value) && value.length >= 9,
  medicare_plan: isWord,
  gender: parseGender,
  language: parseLanguage,
  marital_status: parseMaritalStatus,
  tobacco_user: parseTobacco,
  timezone: parseTimezone,
};
