// Text as it may be stored: what nobody can see, or what only deceives the eye, is taken out.

/** One line: line ends become spaces, or `between` where given. */
export function lineOf(cell: string, between = ' '): string {
  const text = unwrapped(cell);
  if (plain.test(text)) return text.trim();
  const lines = prose(text)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim());
  return lines.filter((line) => line !== '').join(between);
}

/** Several lines. */
export const proseOf = (cell: string) => prose(unwrapped(cell)).trim();

/** For a cell that holds a date, a number or a choice: a word for "nothing" is nothing. */
export function answerOf(cell: string): string {
  const text = lineOf(cell);
  return nothing.test(text) ? '' : text;
}

/** Longer ones are no date, choice or name, and are not looked at further: patterns take their time on long texts. */
export const longestAnswer = 400;
export const tooLong = (most: number) => `This is longer than ${most.toLocaleString('en-US')} characters`;

/** For a sentence that quotes it. */
export const shortened = (text: string) => (text.length > 80 ? `${cut(text, 79)}…` : text);
/** The beginning; no half of a character at its end. */
export const cut = (text: string, most: number) => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

const plain = /^[\x21-\x7e](?: ?[\x21-\x7e])*$/;
const nothing =
  /^(?:null|nil|none|n\/?a|unknown|undefined|unspecified|not (?:given|provided|available|specified)|[-–—.?]+|\\n|#[a-z/]+[!?]?)$/i;

/** Spreadsheets write ="00501" to keep a number's zeros; Salesforce this where it needs a company and has none. */
const unwrapped = (cell: string) =>
  cell.startsWith('="') && cell.endsWith('"') ? cell.slice(2, -1) : cell === '[not provided]' ? '' : cell;

const prose = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[\t\u00a0]/g, ' ')
    .replace(unseen, '');

// Control characters but the line end; zero-width spaces and marks; and the overrides that show text backwards.
const unseen = /[^\P{Cc}\n]|[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
