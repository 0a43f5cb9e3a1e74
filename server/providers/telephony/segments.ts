// How many segments a text takes: seven bits a character in GSM 03.38, else sixteen (3GPP TS 23.038, 23.040).

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Each after an escape: two characters. */
const extended = '^{}\\[~]|€\f';

export function segmentsOf(body: string): number {
  const characters = [...body];
  if (characters.every((each) => basic.includes(each) || extended.includes(each)))
    return parts(
      characters.map((each) => (extended.includes(each) ? 2 : 1)),
      160,
      153,
    );
  return parts(
    characters.map((each) => each.length),
    70,
    67,
  );
}

/** A character of two units is never split between segments. */
function parts(units: number[], alone: number, joined: number): number {
  if (units.reduce((sum, each) => sum + each, 0) <= alone) return 1;
  let [count, used] = [1, 0];
  for (const each of units) {
    if (used + each > joined) [count, used] = [count + 1, 0];
    used += each;
  }
  return count;
}
