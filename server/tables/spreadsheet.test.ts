import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { readRows } from './reader.ts';
import { bytesSource } from './source.ts';
import { type SpreadsheetFormat, type SpreadsheetRow, spreadsheetOf } from './spreadsheet.ts';

const columns = [
  { key: 'name', label: 'Name' },
  { key: 'count', label: '=Count' },
];

async function written(format: SpreadsheetFormat, rows: SpreadsheetRow[]): Promise<Buffer> {
  const source = async function* () {
    yield* rows;
  };
  const chunks: Buffer[] = [];
  for await (const chunk of spreadsheetOf(format, columns, source())) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** By a spreadsheet library, not by our reader. */
const cellsOf = async (bytes: Buffer) => (await readXlsx(bytes)).sheets[0]?.rows;

describe('rows as a spreadsheet', () => {
  test('as CSV: headings, then the rows; a formula becomes text', async () => {
    const text = (
      await written('csv', [{ name: '=1+1', count: 2 }, { name: 'Rosa, "R"', count: null }, { name: '-5' }])
    ).toString();
    expect(text).toBe('\ufeffName,\'=Count\r\n\'=1+1,2\r\n"Rosa, ""R""",\r\n-5,\r\n');
  });

  test('as XLSX: text stays text, numbers are numbers', async () => {
    const bytes = await written('xlsx', [{ name: '=1+1', count: 2 }, { name: ' Zoë <&>\n😀', count: null }, { name: '007' }]);
    expect(await cellsOf(bytes)).toEqual([
      ['Name', '=Count'],
      ['=1+1', 2],
      [' Zoë <&>\n😀', null],
      ['007', null],
    ]);
  });

  test('what we write as XLSX we can import', async () => {
    const rows: string[][] = [];
    const source = bytesSource(await written('xlsx', [{ name: 'Rosa', count: 7 }]), 'export.xlsx');
    for await (const batch of readRows(source, { format: 'xlsx' })) rows.push(...batch.rows.map(({ cells }) => cells));
    expect(rows).toEqual([
      ['Name', '=Count'],
      ['Rosa', '7'],
    ]);
  });

  test('any text reads back from XLSX', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(text, async (name) => {
        expect((await cellsOf(await written('xlsx', [{ name }])))?.[1]?.[0]).toBe(name);
      }),
      { numRuns: 50 },
    );
  });

  test('a cell longer than Excel opens is cut', async () => {
    const cells = await cellsOf(await written('xlsx', [{ name: 'x'.repeat(40_000) }]));
    expect(cells?.[1]?.[0]).toHaveLength(32_767);
  });

  test.each(['csv', 'xlsx'] as const)('as %s: rows are read only as fast as the file is', async (format) => {
    let made = 0;
    const source = async function* () {
      for (; made < 100_000; made++) yield { name: `${made}`.repeat(100), count: made };
    };
    const file = spreadsheetOf(format, columns, source())[Symbol.asyncIterator]();
    await file.next();
    expect(made).toBeLessThan(5_000);
    await file.return?.();
  });

  test.each(['csv', 'xlsx'] as const)('as %s: an error of the rows ends the file with it', async (format) => {
    const source = async function* () {
      yield { name: 'Rosa' };
      throw new Error('the database is away');
    };
    const read = async () => {
      for await (const _ of spreadsheetOf(format, columns, source()));
    };
    await expect(read()).rejects.toThrow('the database is away');
  });

  test.each(['csv', 'xlsx'] as const)('as %s: a download that is given up stops reading rows', async (format) => {
    const ended = Promise.withResolvers<true>();
    const source = async function* () {
      try {
        for (let count = 0; ; count++) yield { name: `${count}`.repeat(100), count };
      } finally {
        ended.resolve(true);
      }
    };
    const file = spreadsheetOf(format, columns, source());
    await file[Symbol.asyncIterator]().next();
    file.destroy();
    expect(await ended.promise).toBe(true);
  });
});
