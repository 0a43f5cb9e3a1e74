// Text as it may be stored: what nobody can see, or what only deceives the eye, is taken out.

/** One line: line ends become spaces, or `between` where given. */
export function lineOf(cell: string, between = ' '): string {
  const text = unwrapped(plain.test(cell) ? cell : prose(cell));
  if (plain.test(text)) return text;
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  return lines.filter((line) => line !== '').join(between);
}

/** Several lines. */
export const proseOf = (cell: string) => unwrapped(prose(cell));

/** For a cell that holds a date, a number or a choice: a word for "nothing" is nothing. */
export function answerOf(cell: string): string {
  const text = lineOf(cell);
  return nothing.test(text) ? '' : text;
}

/** Longer ones are no date, choice or name, and are not looked at further: patterns take their time on long texts. */
export const longestAnswer = 400;
export const tooLong = (maxLength: number) => `This is longer than ${maxLength.toLocaleString('en-US')} characters`;

/** For a sentence that quotes it. */
export const shortened = (text: string) => (text.length > 80 ? `${cut(text, 79)}…` : text);
/** The beginning; no half of a character at its end. */
export const cut = (text: string, maxLength: number) => text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');

const plain = /^[\x21-\x7e](?: ?[\x21-\x7e])*$/;
const nothing =
  /^(?:null|nil|none|n\/?a|unknown|undefined|unspecified|not (?:given|provided|available|specified)|[-–—.?]+|\\n|#[a-z/]+[!?]?)$/i;

/**
 * Spreadsheets write ="00501" to keep a number's zeros; careful programs, ours too, '=1+1 where a spreadsheet would run it; Salesforce
 * [not provided] where it needs a company and has none.
 */
function unwrapped(text: string): string {
  let inner = text.trim();
  for (let outer = ''; outer !== inner; ) {
    outer = inner;
    if (inner.length > 2 && inner.startsWith('="') && inner.endsWith('"')) inner = inner.slice(2, -1).trim();
    if (guarded.test(inner)) inner = inner.slice(1).trim();
  }
  return inner === '[not provided]' ? '' : inner;
}

const guarded = /^'[\s=+\-@＝＋－＠]/;

const prose = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[\t\u00a0]/g, ' ')
    .replace(unseen, '')
    .replace(strayJoiner, '')
    .normalize('NFC');

// Control characters but the line end; what has no width and no meaning; the marks that show text backwards; letters that look like nothing.
const unseen =
  /[^\P{Cc}\n]|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

// Arabic and Indic names are spelled with joiners, emoji are put together by them; anywhere else they only tell equal names apart.
const strayJoiner =
  /[\u200c\u200d](?<!(?:(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Inherited}])[\p{L}\p{M}]|[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f).)/gu;
