// An Excel workbook: the sheet to read, its shared strings, and which of its number formats are dates.
import { posix } from 'node:path';

import { type ImportSource, UnreadableFile } from './source.ts';
import { attribute, elements, elementsIn, plainText } from './xml.ts';
import { damaged, readDirectory, readEntry, readEntryText, type ZipEntry } from './zip.ts';

export interface Workbook {
  sheet: ZipEntry;
  sheetName: string;
  /** Visible sheets that we do not read. */
  others: string[];
  /** Macros are in a part of their own, which we never read. */
  hasMacros: boolean;
  /** By a cell's style number. */
  isDate: boolean[];
  /** Days count from 1904 instead of 1900. */
  from1904: boolean;
}

export async function openWorkbook(source: ImportSource): Promise<Workbook & { strings: SharedStrings }> {
  const entries = await readDirectory(source);
  const root = await relations(source, entries, '_rels/.rels', '');
  const path = root.find((relation) => relation.type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const part = entries.get(path);
  if (!part || !/workbook\d*\.xml$/i.test(path)) throw new UnreadableFile(notAWorkbook(entries));

  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const workbook = await readEntryText(source, part);
  const related = await relations(source, entries, `${folder}_rels/${path.slice(folder.length)}.rels`, folder);
  const relationOf = new Map(related.map((relation) => [relation.id, relation]));
  const sheets = elements(workbook, 'sheet').flatMap(([attributes]) => {
    if (/hidden/i.test(attribute(attributes, 'state') ?? '')) return [];
    const relation = relationOf.get(attribute(attributes, 'id'));
    if (relation && relation.type !== 'worksheet') return []; // a chart, for example: it has no rows
    const sheet = entries.get(relation?.target ?? '');
    if (!sheet) throw damaged();
    return [{ sheet, name: attribute(attributes, 'name') ?? '' }];
  });
  const [first, ...others] = sheets;
  if (!first) throw new UnreadableFile('This workbook has no visible sheet.', 'imports.empty');

  const [[properties] = ['', '']] = elements(workbook, 'workbookPr');
  const partOf = (type: string) => entries.get(related.find((relation) => relation.type === type)?.target ?? '');
  const styles = partOf('styles');
  const strings = partOf('sharedStrings');
  return {
    sheet: first.sheet,
    sheetName: first.name,
    others: others.map(({ name }) => name),
    hasMacros: [...entries.keys()].some((name) => /vbaProject\.bin$/i.test(name)),
    isDate: styles ? dateStyles(await readEntryText(source, styles)) : [],
    from1904: /^(?:1|true)$/.test(attribute(properties, 'date1904') ?? ''),
    strings: sharedStrings(source, strings),
  };
}

/**
 * The only part in memory, as far as the rows read so far use it: strings are numbered by their first use, so
 * the beginning of a large workbook needs only a few.
 */
export interface SharedStrings {
  /** Undefined if not read yet. */
  at(index: number): string | undefined;
  readTo(index: number): Promise<void>;
  close(): Promise<void>;
}

function sharedStrings(source: ImportSource, entry: ZipEntry | undefined): SharedStrings {
  const stored: StoredStrings[] = [];
  let count = 0;
  const groups = entry && elementsIn(readEntry(source, entry, maxStringBytes), 'si', 4 * 1024 * 1024);
  let ended = !groups;
  return {
    at(index) {
      if (index >= 0 && index < count) return textAt(stored, index);
      return ended ? '' : undefined;
    },
    async readTo(index) {
      while (groups && !ended && count <= index) {
        const { value, done } = await groups.next();
        if (done) ended = true;
        else {
          const texts = value.found.map(([, content]) => plainText(content, value.prefix));
          let end = 0;
          stored.push({ from: count, text: texts.join(''), ends: Uint32Array.from(texts, ({ length }) => (end += length)) });
          count += texts.length;
        }
      }
    },
    async close() {
      await groups?.return(undefined);
    },
  };
}

/** Strings one after the other, from the number `from` on: each in a string of its own takes three times the memory. */
interface StoredStrings {
  from: number;
  text: string;
  ends: Uint32Array;
}

function textAt(stored: readonly StoredStrings[], index: number): string {
  let first = 0;
  let last = stored.length - 1;
  while (first < last) {
    const middle = Math.ceil((first + last) / 2);
    if ((stored[middle]?.from ?? 0) <= index) first = middle;
    else last = middle - 1;
  }
  const { from, text, ends } = stored[first] ?? { from: 0, text: '', ends: [] };
  const end = ends[index - from];
  return end === undefined ? '' : text.slice(ends[index - from - 1] ?? 0, end);
}

const maxStringBytes = 256 * 1024 * 1024;

async function relations(source: ImportSource, entries: Map<string, ZipEntry>, path: string, folder: string) {
  const entry = entries.get(path);
  if (!entry) return [];
  return elements(await readEntryText(source, entry), 'Relationship').map(([attributes]) => {
    const target = attribute(attributes, 'Target') ?? '';
    return {
      id: attribute(attributes, 'Id'),
      // The last word of a type is the same in transitional and strict workbooks.
      type: attribute(attributes, 'Type')?.split('/').at(-1),
      target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
    };
  });
}

function dateStyles(xml: string): boolean[] {
  const formats = new Map(
    elements(xml, 'numFmt').map(([attributes]) => [
      Number(attribute(attributes, 'numFmtId')),
      attribute(attributes, 'formatCode') ?? '',
    ]),
  );
  const [[, cellFormats] = ['', '']] = elements(xml, 'cellXfs');
  const prefix = /^\s*<(\w+:)?/.exec(cellFormats)?.[1] ?? '';
  return elements(cellFormats, 'xf', prefix).map(([attributes]) => {
    const id = Number(attribute(attributes, 'numFmtId') ?? 0);
    const format = formats.get(id);
    return format === undefined ? builtInDates.some(([from, to]) => id >= from && id <= to) : isDateFormat(format);
  });
}

/** ECMA-376 part 1, 18.8.30: ids of built-in date and time formats. */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/**
 * Without literals, colours, locales and fillers, a date format still has letters for days, months, years,
 * hours or seconds.
 */
const isDateFormat = (format: string) =>
  /[dmyhs]/i.test(
    format
      .slice(0, 255)
      .replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '')
      .replace(/general/gi, ''),
  );

function notAWorkbook(entries: Map<string, ZipEntry>): string {
  const names = [...entries.keys()];
  if (entries.has('xl/workbook.bin')) return 'This is a binary workbook (.xlsb). Save it as .xlsx or CSV and try again.';
  if (entries.has('content.xml')) return 'This is an OpenDocument file. Save it as .xlsx or CSV and try again.';
  if (names.some((name) => name.endsWith('.iwa')))
    return 'This is an Apple Numbers or Pages file. Export it as CSV or Excel and try again.';
  if (names.some((name) => name.startsWith('word/') || name.startsWith('ppt/'))) {
    return 'This is a Word or PowerPoint document. Choose a CSV or an Excel file (.xlsx).';
  }
  return 'This is a zip archive. Unpack it and choose the CSV or Excel file inside.';
}
