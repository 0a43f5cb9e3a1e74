// How many segments a text takes: seven bits a character in GSM 03.38, else sixteen (3GPP TS 23.038, 23.040).
// For server and browser.

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Each after an escape: two characters. */
const extended = '^{}\\[~]|€\f';
const basicSigns = new Set(basic);
const extendedSigns = new Set(extended);

const isPlain = (sign: string) => basicSigns.has(sign) || extendedSigns.has(sign);

export interface TextSize {
  segments: number;
  /** Signs for which all of the text needs sixteen bits a character, each once. */
  unicode: string[];
  /** Units in use, and how many the segments so far hold. */
  used: number;
  room: number;
}

export function textSizeOf(body: string): TextSize {
  const characters = [...body];
  const unicode = [...new Set(characters.filter((each) => !isPlain(each)))];
  const units = characters.map((each) => (unicode.length > 0 ? each.length : extendedSigns.has(each) ? 2 : 1));
  const [alone, joined] = unicode.length > 0 ? [70, 67] : [160, 153];
  const used = units.reduce((sum, each) => sum + each, 0);
  const segments = parts(units, used, alone, joined);
  return { segments, unicode, used, room: segments === 1 ? alone : segments * joined };
}

export const segmentsOf = (body: string): number => textSizeOf(body).segments;

/** A character of two units is never split between segments. */
function parts(units: number[], all: number, alone: number, joined: number): number {
  if (all <= alone) return 1;
  let [count, used] = [1, 0];
  for (const each of units) {
    if (used + each > joined) [count, used] = [count + 1, 0];
    used += each;
  }
  return count;
}
