// States, zip codes, time zones and one-line addresses.
import { states, type timezones } from '#contract/lookups.ts';

type Timezone = (typeof timezones)[number];

/** Two letters, or null where this is no US state. */
export function parseState(text: string): string | null {
  const plain = text.replaceAll('.', '').trim().toUpperCase();
  if (plain in states) return plain;
  const within = /^(?:US|USA)[-\s]([A-Z]{2})$|^([A-Z]{2})\s?[-–]\s|\(([A-Z]{2})\)$/.exec(plain);
  const code = within?.[1] ?? within?.[2] ?? within?.[3];
  if (code && code in states) return code;
  return byName.get(plain.replace(/[^A-Z]/g, '')) ?? null;
}

const byName = new Map([
  ...Object.entries(states).map(([code, name]) => [name.replace(/[^A-Za-z]/g, '').toUpperCase(), code] as const),
  ['WASHINGTONDC', 'DC'],
  ['WASHDC', 'DC'],
  ['FLA', 'FL'],
  ['CALIF', 'CA'],
  ['TEX', 'TX'],
  ['PENNA', 'PA'],
  ['MASS', 'MA'],
]);

/** Five digits, or nine as 12345-6789; null where it is neither. Zeros that a spreadsheet dropped come back; Facebook writes z:33101. */
export function parseZip(text: string): string | null {
  const found = /^(?:'|z:)?(\d{3,5})(?:[-\s.](\d{4}))?$/.exec(text.replace(/\.0+$/, '').replace(/[-\s.]+$/, ''));
  if (found) return found[2] ? `${found[1]?.padStart(5, '0')}-${found[2]}` : (found[1]?.padStart(5, '0') ?? null);
  const nine = /^\d{8,9}$/.exec(text)?.[0].padStart(9, '0');
  return nine ? `${nine.slice(0, 5)}-${nine.slice(5)}` : null;
}

const zoneNames: [Timezone, RegExp][] = [
  [
    'est',
    /^(?:e[sd]?t\b|eastern|us.{0,7}(?:eastern|michigan|indiana)|america.(?:new.york|detroit|indiana|kentucky|toronto))|eastern time|utc-0?5/i,
  ],
  ['cst', /^(?:c[sd]?t\b|central|us.{0,7}central|america.(?:chicago|menominee|north.dakota))|central time|utc-0?6/i],
  ['mst', /^(?:m[sd]?t\b|mountain|arizona|us.{0,7}(?:mountain|arizona)|america.(?:denver|phoenix|boise))|mountain time|utc-0?7/i],
  ['pst', /^(?:p[sd]?t\b|pacific(?!.(?:honolulu|pago))|us.{0,7}pacific|america.los.angeles)|pacific time|utc-0?8/i],
  ['akst', /^(?:ak[sd]?t\b|alaska|us.{0,7}alaska|america.(?:anchorage|juneau|nome|sitka))|alaska time|utc-0?9/i],
  ['hst', /^(?:h[sd]?t\b|hawaii|us.{0,7}hawaii|pacific.honolulu)|hawaii/i],
];

export const parseTimezone = (text: string): Timezone | null => zoneNames.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

/** The zone most people of a state live in. Arizona is mst: zoneOf (contract/lookups.ts) knows that its clocks stay. */
export const timezoneOf = (state: string): Timezone | null => zoneByState.get(state) ?? null;

const zoneByState = new Map<string, Timezone>(
  (
    [
      ['est', 'CT DE DC FL GA IN KY ME MD MA MI NH NJ NY NC OH PA RI SC VT VA WV'],
      ['cst', 'AL AR IL IA KS LA MN MS MO NE ND OK SD TN TX WI'],
      ['mst', 'AZ CO ID MT NM UT WY'],
      ['pst', 'CA NV OR WA'],
      ['akst', 'AK'],
      ['hst', 'HI'],
    ] as const
  ).flatMap(([zone, codes]) => codes.split(' ').map((code) => [code, zone] as const)),
);

/** `12 Main St, Miami, FL 33101` in its parts, or null where it is not written so. */
export function splitAddress(text: string): { address: string; city: string; state: string; zip_code: string } | null {
  const found = /^(.+),\s*([^,]+?),?\s+([A-Za-z. ]{2,20}?)[\s,]+(\d{5}(?:-\d{4})?)(?:,?\s*(?:USA?|United States))?$/.exec(text);
  const state = found && parseState(found[3] ?? '');
  return found && state && (found[2] ?? '').length <= 100
    ? { address: found[1] ?? '', city: found[2] ?? '', state, zip_code: found[4] ?? '' }
    : null;
}
