// A sender's name for a file, as it is stored and shown: one line without a path, and nothing that deceives the eye.

const maxName = 200;

/** Never empty. A long name is cut before its ending. */
export function cleanFileName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(unseen, '')
    .replace(/[/\\]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  if (plain.length <= maxName) return plain || 'File';
  const ending = /\.\w{1,10}$/.exec(plain)?.[0] ?? '';
  return plain.slice(0, maxName - ending.length).replace(/[\ud800-\udbff]$/, '') + ending;
}

/** Control characters, and marks without a width, some of which show text backwards; emoji keep their joiners. */
const unseen =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;
