// A person's whole name in its parts.

export interface NameParts {
  first_name: string;
  middle_name: string;
  last_name: string;
  suffix: string;
}

/** `Alvarez, Rosa M.`, `Dr. Rosa de la Cruz Jr.`, `Rosa`: titles are dropped, particles stay with the last name. */
export function splitName(text: string): NameParts {
  const pieces = text.split(',').map((piece) => piece.trim());
  const suffixes = pieces.filter((piece, at) => at > 0 && isSuffix(piece));
  const [front = '', ...rest] = pieces.filter((piece, at) => piece !== '' && !(at > 0 && isSuffix(piece)));
  const given = rest.join(' ');
  const { words, suffix } = withoutTitles(given === '' ? front : given);
  const ending = suffix || suffixes.map(tidySuffix).join(' ');
  if (given !== '') {
    const last = withoutTitles(front);
    return {
      first_name: words[0] ?? '',
      middle_name: words.slice(1).join(' '),
      last_name: last.words.join(' '),
      suffix: ending || last.suffix,
    };
  }
  if (words.length < 2) return { first_name: words[0] ?? '', middle_name: '', last_name: '', suffix: ending };
  const lastAt = Math.max(1, startOfLastName(words));
  const [first = '', ...middle] = words.slice(0, lastAt);
  return { first_name: first, middle_name: middle.join(' '), last_name: words.slice(lastAt).join(' '), suffix: ending };
}

function withoutTitles(text: string): { words: string[]; suffix: string } {
  const words = text.split(/\s+/).filter(Boolean);
  while (words.length > 1 && titles.test(words[0] ?? '')) words.shift();
  const suffixes: string[] = [];
  while (words.length > 1 && isSuffix(words.at(-1) ?? '') && !isInitial(words.at(-1) ?? '', words))
    suffixes.unshift(tidySuffix(words.pop() ?? ''));
  return { words, suffix: suffixes.join(' ') };
}

function startOfLastName(words: string[]): number {
  let at = words.length - 1;
  while (at > 1 && particles.has((words[at - 1] ?? '').toLowerCase().replace(/\.$/, ''))) at--;
  return at;
}

const titles =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|professor|rev|reverend|pastor|fr|father|sr|sra|srta|hon|judge|capt|captain|col|colonel|lt|maj|major|sgt|sir|dame)\.?$/i;
const suffixPattern = /^(?:jr|sr|ii|iii|iv|v|md|m\.d|phd|ph\.d|dds|dvm|esq|esquire|cpa|rn|dmd|jd|clu|chfc|ret|mba)\.?$/i;
const isSuffix = (word: string) => suffixPattern.test(word);
/** The initial of a middle or last name more often than a fifth of the name. */
const isInitial = (word: string, words: string[]) => /^v\.?$/i.test(word) && words.length < 3;
const particles = new Set(
  'de del de-la da das do dos di du la las le los el al van von der den ter ten st saint santa san bin ibn abu'.split(' '),
);

const tidySuffix = (word: string) =>
  /^(?:jr|sr)\.?$/i.test(word) ? `${word.slice(0, 1).toUpperCase()}r.` : /^[iv]+$/i.test(word) ? word.toUpperCase() : word;
