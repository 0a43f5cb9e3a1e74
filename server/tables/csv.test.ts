import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellsOf } from './csv.ts';
import { type Encoding, encodings, markOf } from './encoding.ts';
import { readRows } from './reader.ts';
import type { Checkpoint, FileRow } from './rows.ts';
import { bytesSource, UnreadableFile } from './source.ts';

interface Case {
  encoding?: Encoding;
  delimiter?: string;
  chunk?: number;
}

async function rowsOf(bytes: Uint8Array, { encoding = 'utf-8', delimiter = ',', chunk = 64 }: Case = {}, from?: Checkpoint) {
  const rows: FileRow[] = [];
  for await (const batch of readRows(bytesSource(bytes, 'leads.csv', chunk), { format: 'csv', encoding, delimiter }, from)) {
    expect(batch.rows.at(-1)?.next ?? batch.next).toEqual(batch.next);
    rows.push(...batch.rows);
  }
  return rows;
}
const cells = (rows: FileRow[]) => rows.map((row) => row.cells);
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('a CSV', () => {
  test('with quoted line ends, doubled quotes, blank lines and mixed line ends', async () => {
    const rows = await rowsOf(utf8('name,note\r\n"Alvarez, Rosa","says ""hi""\r\ntwice"\n\nLee,\r\n,\nBaker,x'));
    expect(rows).toMatchObject([
      { line: 1, cells: ['name', 'note'], raw: 'name,note' },
      { line: 2, cells: ['Alvarez, Rosa', 'says "hi"\r\ntwice'], raw: '"Alvarez, Rosa","says ""hi""\r\ntwice"' },
      { line: 5, cells: ['Lee', ''] },
      { line: 7, cells: ['Baker', 'x'] },
    ]);
  });

  test('with ragged rows and stray quotes keeps every row', async () => {
    expect(cells(await rowsOf(utf8('a,b\n1\n1,2,3\n5\' 4",x "y" z\n"Bob" Smith,1\n')))).toEqual([
      ['a', 'b'],
      ['1'],
      ['1', '2', '3'],
      ['5\' 4"', 'x "y" z'],
      ['"Bob" Smith', '1'],
    ]);
  });

  test('with quotes opened in two lines and never closed makes no contact of both', async () => {
    const rows = await rowsOf(utf8('a,b\n"Rosa,1\n"Tom,2\nLee,3\n"""Bo""\nLi",4\n'));
    expect(rows.map(({ line, raw, problem }) => [line, raw, problem !== null])).toEqual([
      [1, 'a,b', false],
      [2, '"Rosa,1', true],
      [3, '"Tom,2', true],
      [4, 'Lee,3', false],
      [5, '"""Bo""\nLi",4', false],
    ]);
  });

  test('of lines that each open a quote another closes is refused before they are looked through again and again', async () => {
    await expect(rowsOf(utf8('a","\n'.repeat(200_000)), { chunk: 64 * 1024 })).rejects.toThrow('quotation marks');
  });

  test('loses one line to a quote that is never closed, and says so', async () => {
    const rows = await rowsOf(utf8('a,b\n1,2\n,\n\n3,"4\n5,6\n7,8\n'));
    expect(cells(rows)).toEqual([['a', 'b'], ['1', '2'], [], ['5', '6'], ['7', '8']]);
    expect(rows[2]).toMatchObject({ line: 5, raw: '3,"4', problem: expect.stringContaining('never closed') });
    expect(rows.at(-1)?.line).toBe(7);
  });

  test('with stray bytes of Windows-1252 among UTF-8', async () => {
    const bytes = Buffer.concat([utf8('José,Miami\n'), Buffer.from('José,"Coral, Gables"\n', 'latin1'), utf8('Zoë,Tampa\n')]);
    expect(cells(await rowsOf(bytes))).toEqual([
      ['José', 'Miami'],
      ['José', 'Coral, Gables'],
      ['Zoë', 'Tampa'],
    ]);
  });

  test('with three encodings in one row reads each for what it is', async () => {
    const bytes = Buffer.concat([
      utf8('José,'),
      Buffer.from([0x5a, 0x6f, 0xeb]),
      utf8(',“Ana”,'),
      Buffer.from([0x93, 0x80, 0x94, 10]),
    ]);
    expect(cells(await rowsOf(bytes))).toEqual([['José', 'Zoë', '“Ana”', '“€”']]);
  });

  test.each<[Encoding, Buffer]>([
    ['utf-8', Buffer.from('a,é').subarray(0, -1)],
    ['utf-8', Buffer.from('a,😀').subarray(0, -1)],
    ['utf-16le', Buffer.from('a,bc', 'utf16le').subarray(0, -1)],
    ['utf-16be', Buffer.from('a,😀', 'utf16le').subarray(0, -2).swap16()],
  ])('in %s that ends inside a character gives that row back, not half a name', async (encoding, bytes) => {
    const rows = await rowsOf(bytes, { encoding });
    expect(rows).toMatchObject([{ line: 1, cells: [], problem: expect.stringContaining('ends in the middle of a character') }]);
    expect(rows[0]?.next.offset).toBe(bytes.length);
  });

  test.each(encodings.filter((encoding) => encoding !== 'windows-1252'))(
    'in %s that ends with U+FFFD is whole',
    async (encoding) => {
      const bytes = encoded('a,b\ufffd', encoding, false);
      expect(cells(await rowsOf(bytes, { encoding }))).toEqual([['a', 'b\ufffd']]);
    },
  );

  test('of halves of surrogate pairs keeps its rows apart', async () => {
    const bytes = Buffer.from('a\ud800,b\n\udc00c,d\n', 'utf16le');
    expect(cells(await rowsOf(bytes, { encoding: 'utf-16le' }))).toEqual([
      ['a\ufffd', 'b'],
      ['\ufffdc', 'd'],
    ]);
  });

  test.each<[Encoding, Buffer]>([
    ['utf-8', Buffer.from('﻿a;é\n1;2')],
    ['utf-16le', Buffer.from('﻿a;é\n1;2', 'utf16le')],
    ['utf-16be', Buffer.from('﻿a;é\n1;2', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('a;é\n1;2', 'latin1')],
  ])('in %s, its byte order mark left out', async (encoding, bytes) => {
    expect(cells(await rowsOf(bytes, { encoding, delimiter: ';' }))).toEqual([
      ['a', 'é'],
      ['1', '2'],
    ]);
  });

  test("with Excel's own directive on the first line", async () => {
    const [first] = await rowsOf(utf8('﻿sep=;\r\na;b\r\n'), { delimiter: ';' });
    expect(first).toMatchObject({ line: 2, cells: ['a', 'b'] });
  });

  test('whose line is too long, or too wide, is refused in words', async () => {
    await expect(rowsOf(utf8(`a,b\n${'x'.repeat(3_000_000)}\n`), { chunk: 65_536 })).rejects.toThrow(
      /Line 2 is longer than 1 MB/,
    );
    const wide = rowsOf(utf8(`a,b\n${','.repeat(20_000)}x\n`), { chunk: 65_536 });
    await expect(wide).rejects.toThrow(/Line 2 has more than 16,384 columns/);
    await expect(wide).rejects.toBeInstanceOf(UnreadableFile);
  });

  test('comes in batches, as fast as they are taken', async () => {
    const text = 'Rosa,Alvarez,3055550142\n'.repeat(10_000);
    let opened = 0;
    const source = bytesSource(utf8(text), 'leads.csv', 1000);
    const counted = {
      ...source,
      async *open(start: number, end?: number) {
        for await (const chunk of source.open(start, end)) {
          opened += chunk.length;
          yield chunk;
        }
      },
    };
    const batches = readRows(counted, { format: 'csv', encoding: 'utf-8', delimiter: ',' });
    const sizes: number[] = [];
    for await (const batch of batches) {
      sizes.push(batch.rows.length);
      expect(opened - batch.read).toBeLessThan(3000);
    }
    expect(sizes).toEqual([2000, 2000, 2000, 2000, 2000, 0]);
  });
});
/** A file of any size that exists nowhere: its pieces are made while they are read. */
function endless(size: number, piece: string) {
  const chunk = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
  const read = { bytes: 0, opened: 0 };
  const source = {
    fileName: 'giant.csv',
    size,
    async *open(start: number, end = size) {
      read.opened++;
      for (let at = start; at < end; at += chunk.length) {
        read.bytes += chunk.length;
        yield chunk;
      }
    },
  };
  return { source, read };
}

describe('a giant is read as far as an answer needs', () => {
  const gigabyte = 1024 ** 3;
  const layout = { format: 'csv', encoding: 'utf-8', delimiter: ',' } as const;

  test.each([',', 'x', '"', '""', 'a,"b'])('one line of %j', async (piece) => {
    const { source, read } = endless(gigabyte, piece);
    await expect(readRows(source, layout).next()).rejects.toThrow(/Line 1 (?:is longer than 1 MB|has more than 16,384 columns)/);
    expect(read.bytes).toBeLessThan(3 * 1024 * 1024);
  });

  test.each([',,,,\n', '\n', '\r', ' \r\n', '"",""\n'])('lines of %j', async (piece) => {
    const { source, read } = endless(gigabyte, piece);
    const { value } = await readRows(source, layout).next();
    expect(value).toMatchObject({ rows: [] });
    expect(read.bytes).toBeLessThan(4 * 1024 * 1024);
  });

  test('long rows come a few at a time', async () => {
    const { source } = endless(gigabyte, `${'x'.repeat(65_000)},\n`);
    for (const batches = readRows(source, layout); ; ) {
      const { value } = await batches.next();
      const bytes = value?.rows.reduce((sum: number, row: FileRow) => sum + row.raw.length, 0);
      expect(bytes).toBeGreaterThan(750_000);
      expect(bytes).toBeLessThan(1_500_000);
      if (value?.rows[0].line > 300) break;
    }
  });

  test('quotes that every line opens and none closes cost a line each, in one reading', async () => {
    const { source, read } = endless(1024 ** 2, '"Rosa,1\n');
    let rows = 0;
    for await (const batch of readRows(source, layout)) rows += batch.rows.filter(({ problem }) => problem !== null).length;
    expect(rows).toBe(1024 ** 2 / 8);
    expect(read.opened).toBe(2); // for its first bytes, and for everything
  });

  test('blank lines between a broken row and the rest lose nothing', async () => {
    const rows = await rowsOf(utf8(`a,b\n${'\n'.repeat(1_500_000)}"x,1\n"y,2\nz,3\n`), { chunk: 65_536 });
    expect(rows.map(({ line, raw }) => [line, raw])).toEqual([
      [1, 'a,b'],
      [1_500_002, '"x,1'],
      [1_500_003, '"y,2'],
      [1_500_004, 'z,3'],
    ]);
  });
});

describe('whatever the cells, delimiter, encoding, line ends and chunks', () => {
  const scene = fc
    .record({
      encoding: fc.constantFrom(...encodings),
      delimiter: fc.constantFrom(',', ';', '\t', '|', '^'),
      mark: fc.boolean(),
      lineEnds: fc.array(fc.constantFrom('\n', '\r\n', '\r', '\n\n', '\r\r\n'), { minLength: 1, maxLength: 4 }),
      quoted: fc.boolean(),
      chunk: fc.integer({ min: 1, max: 40 }),
      rows: fc.array(fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), { minLength: 2, maxLength: 5 }), {
        minLength: 1,
        maxLength: 8,
      }),
    })
    .map((given) => {
      // Windows-1252 has only its own letters; a row of blanks is not a row.
      const only = given.encoding === 'windows-1252' ? /[^\x20-\x7e\n]/g : /[﻿]/g;
      const rows = given.rows.map(([first = '', ...rest]) => [`x${first}`, ...rest].map((cell) => cell.replaceAll(only, 'é')));
      const { delimiter, quoted, lineEnds } = given;
      const lines: number[] = [];
      let text = '';
      for (const [at, row] of rows.entries()) {
        lines.push(text.split(/\r\n|\n|\r/).length);
        text += stringify([row], { delimiter, quoted, eof: false, quoted_match: /[\r\n"]/ }) + lineEnds[at % lineEnds.length];
      }
      return { ...given, rows, lines, bytes: encoded(text, given.encoding, given.mark) };
    });

  test('the same cells come back', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async ({ bytes, rows, lines, ...layout }) => {
        const read = await rowsOf(bytes, layout);
        expect(cells(read)).toEqual(rows);
        expect(read.map(({ line }) => line)).toEqual(lines);
        expect(read.map((row) => cellsOf(row.raw, layout.delimiter))).toEqual(rows);
      }),
      { numRuns: 300 },
    );
  });

  test('reading goes on from the end of any row', async () => {
    await fc.assert(
      fc.asyncProperty(scene, fc.nat(), async ({ bytes, ...layout }, pick) => {
        const all = await rowsOf(bytes, layout);
        const after = pick % all.length;
        expect(await rowsOf(bytes, layout, all[after]?.next)).toEqual(all.slice(after + 1));
      }),
      { numRuns: 300 },
    );
  });
});

describe('whatever the bytes', () => {
  const unit = fc.constantFrom('"', '"', ',', '\n', '\r', '\r\n', 'a', ' ', '\0', 'é', '\xe9', '\xf0\x9f', '\ufeff', '😀');
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.array(unit, { maxLength: 60 }).map((units) => Buffer.from(units.join(''), units.length % 2 ? 'utf8' : 'latin1')),
  );

  test('each line is given once and in order, and reading goes on from any of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        bytes,
        fc.constantFrom(...encodings),
        fc.integer({ min: 1, max: 20 }),
        fc.nat(),
        async (file, encoding, chunk, pick) => {
          const all = await rowsOf(file, { encoding, chunk });
          for (const [at, row] of all.entries()) {
            expect(row.line).toBeGreaterThan(all[at - 1]?.line ?? 0);
            expect(row.next.offset).toBeGreaterThan(all[at - 1]?.next.offset ?? 0);
            expect(row.next.offset).toBeLessThanOrEqual(file.length);
          }
          expect(await rowsOf(file, { encoding })).toEqual(all);
          const after = pick % Math.max(1, all.length);
          expect(await rowsOf(file, { encoding, chunk }, all[after]?.next)).toEqual(all.slice(after + 1));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function encoded(text: string, encoding: Encoding, mark: boolean): Buffer {
  if (encoding === 'windows-1252') return Buffer.from(text, 'latin1');
  const marked = mark ? `﻿${text}` : text;
  if (encoding === 'utf-8') return Buffer.from(marked);
  const bytes = Buffer.from(marked, 'utf16le');
  expect(markOf(bytes)?.encoding).toBe(mark ? 'utf-16le' : undefined);
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}
