import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { readRows } from '#tables/reader.ts';
import { bytesSource, UnreadableFile } from '#tables/source.ts';
import { zipOf } from '#tests/fixtures/imports/zipOf.ts';
import { sniffFile } from './imports.sniff.ts';

const sniff = (bytes: Uint8Array | string, name = 'leads.csv') =>
  sniffFile(bytesSource(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, name));
const table = (delimiter: string) =>
  `Name${delimiter}Phone${delimiter}Notes\r\nRosa Alvarez${delimiter}3055550142${delimiter}"likes ${delimiter} and, more; of | it"\r\nLee Baker${delimiter}3055550143${delimiter}\r\n`;

describe('a file is told by its bytes', () => {
  test.each([',', ';', '\t', '|', '^', '~', '¦'])('cells between %j', async (delimiter) => {
    expect(await sniff(table(delimiter))).toMatchObject({
      layout: { format: 'csv', encoding: 'utf-8', delimiter },
      hasHeadings: true,
      headings: ['Name', 'Phone', 'Notes'],
      rowsEstimate: 2,
      warnings: [],
    });
  });

  test.each([
    ['utf-8', Buffer.from('﻿Name,City\nJosé,Peñón\n')],
    ['utf-8', Buffer.from('Name,City\nJosé,Peñón\n')],
    ['windows-1252', Buffer.from('Name,City\nJosé,Peñón\n', 'latin1')],
    ['utf-16le', Buffer.from('﻿Name,City\nJosé,Peñón\n', 'utf16le')],
    ['utf-16le', Buffer.from('Name,City\nJosé,Peñón\n', 'utf16le')],
    ['utf-16be', Buffer.from('Name,City\nJosé,Peñón\n', 'utf16le').swap16()],
  ])('%s', async (encoding, bytes) => {
    expect(await sniff(bytes)).toMatchObject({
      layout: { encoding, delimiter: ',' },
      headings: ['Name', 'City'],
      sampleRows: [['José', 'Peñón']],
    });
  });

  test('UTF-8 that holds U+FFFD, from a program that had read it wrongly before', async () => {
    expect(await sniff('Name,City\nJos\ufffd,Pe\ufffd\ufffdn\n')).toMatchObject({
      layout: { encoding: 'utf-8' },
      sampleRows: [['Jos\ufffd', 'Pe\ufffd\ufffdn']],
    });
  });

  test('one column, or a delimiter that the file itself names', async () => {
    expect(await sniff('Email\na@example.com\nb@example.com\n')).toMatchObject({ headings: ['Email'], rowsEstimate: 2 });
    expect(await sniff('sep=;\nName;Phone\nAlvarez, Rosa;3055550142\nBaker, Lee;3055550143')).toMatchObject({
      layout: { delimiter: ';' },
      headings: ['Name', 'Phone'],
    });
  });

  test('rows without headings', async () => {
    expect(await sniff('Rosa,3055550142\nLee,3055550143\n')).toMatchObject({
      hasHeadings: false,
      headings: ['Rosa', '3055550142'],
      rowsEstimate: 2,
      warnings: ['The first line seems to hold data, not headings.'],
    });
  });

  test('a report with titles above its table', async () => {
    const bytes = Buffer.from('New leads\n"January, 2025",\n\nName,Phone,City,State\nRosa,3055550142,Miami,FL\n');
    const { layout, ...sniffed } = await sniff(bytes);
    expect(sniffed).toMatchObject({
      headings: ['Name', 'Phone', 'City', 'State'],
      rowsEstimate: 1,
      warnings: ['2 lines above the table are skipped.'],
    });
    const { value } = await readRows(bytesSource(bytes, 'leads.csv'), layout).next();
    expect(value?.rows[0]).toMatchObject({ line: 4, cells: ['Name', 'Phone', 'City', 'State'] });
  });

  test('what is doubtful is said', async () => {
    const { warnings } = await sniff('Name,Phone,Phone\nRosa,3055550142,,x,y\nLee,"1\nMia,3055550144\n');
    expect(warnings).toEqual([
      'Several columns have the name “Phone”.',
      'Line 2 has more cells than there are headings.',
      'Line 3: A quotation mark (") in this line is never closed.',
    ]);
  });

  test('a workbook: the first visible sheet, the others named', async () => {
    const rows = [
      ['Name', 'Phone'],
      ['Rosa', 3055550142],
    ];
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Set-up', hidden: true, rows: [] },
        { name: 'Leads', rows },
        { name: 'Old', rows },
      ],
    });
    expect(await sniff(bytes, 'leads.xlsx')).toMatchObject({
      layout: { format: 'xlsx' },
      headings: ['Name', 'Phone'],
      sampleRows: [['Rosa', '3055550142']],
      rowsEstimate: 1,
      warnings: ['Only the first sheet, “Leads”, is read. Left out: “Old”.'],
    });
  });

  test('the rows of a large file are estimated from its beginning', async () => {
    const rows = 100_000;
    const { rowsEstimate } = await sniff(`Name,Phone,City\n${'Rosa Alvarez,3055550142,Coral Gables\n'.repeat(rows)}`);
    expect(Math.abs(rowsEstimate - rows)).toBeLessThan(rows * 0.01);
  });
});

describe('what is no table is refused, in words', () => {
  const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  test.each<[string, Uint8Array | string, RegExp, string]>([
    ['an empty file', '', /empty/, 'imports.empty'],
    ['blank lines', '\n \n', /empty/, 'imports.empty'],
    ['headings alone', 'First Name,Phone\n', /no rows/, 'imports.empty'],
    ['an old workbook', ole, /old Excel/, 'imports.unreadable'],
    ['a locked workbook', Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]), /password/, 'imports.unreadable'],
    ['a PDF', '%PDF-1.7 …', /PDF/, 'imports.unreadable'],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), /picture/, 'imports.unreadable'],
    ['bytes', Buffer.from(Array.from({ length: 500 }, (_, at) => at % 256)), /not a table/, 'imports.unreadable'],
    ['a web page', '<html><table><tr><td>Rosa</td></tr></table>', /web page/, 'imports.unreadable'],
    ['contact cards', 'BEGIN:VCARD\nFN:Rosa\nEND:VCARD', /vCard/, 'imports.unreadable'],
    ['JSON', '[{"name":"Rosa"}]', /JSON/, 'imports.unreadable'],
    ['another archive', zipOf({ 'a.txt': 'x' }), /zip archive/, 'imports.unreadable'],
  ])('%s', async (_, bytes, reason, code) => {
    const error = await sniff(bytes).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnreadableFile);
    expect(error).toMatchObject({ reason: expect.stringMatching(reason), code });
  });
});
