import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { zipOf } from '../../../tests/fixtures/imports/zipOf.ts';
import { readRows } from './imports.reader.ts';
import type { Checkpoint, FileRow } from './imports.rows.ts';
import { bytesSource, type ImportSource } from './imports.source.ts';

const read = async (source: ImportSource, from?: Checkpoint) => {
  const rows: FileRow[] = [];
  for await (const batch of readRows(source, { format: 'xlsx' }, from)) rows.push(...batch.rows);
  return rows;
};
const xlsx = (bytes: Uint8Array) => bytesSource(bytes, 'leads.xlsx', 1000);
const cells = async (source: ImportSource) => (await read(source)).map((row) => row.cells);

/** A workbook whose first sheet holds this XML. */
const workbook = (sheetData: string, parts: Record<string, string> = {}) =>
  xlsx(
    zipOf({
      '_rels/.rels': '<Relationships><Relationship Id="rId1" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      'xl/workbook.xml': '<workbook><sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>
        <Relationship Id="rId2" Type="x/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="rId3" Type="x/styles" Target="styles.xml"/></Relationships>`,
      'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet><cols><col min="1"/></cols><sheetData>${sheetData}</sheetData><rowBreaks/></worksheet>`,
      ...parts,
    }),
  );

describe('a sheet', () => {
  test('written by a spreadsheet library reads back', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Hidden', hidden: true, rows: [['no']] },
        {
          name: 'Leads',
          columns: [{}, {}, { numFmt: 'yyyy-mm-dd' }, {}],
          rows: [
            ['Name', 'Phone', 'Born', 'Smoker'],
            ['Rosa & "Rosita" <Alvarez>', 3055550142, new Date('1955-03-04'), true],
            ['Zoë\nLee 😀', '(305) 555-0143', null, false],
          ],
        },
      ],
    });
    const rows = await read(xlsx(bytes));
    expect(rows.map((row) => row.cells)).toEqual([
      ['Name', 'Phone', 'Born', 'Smoker'],
      ['Rosa & "Rosita" <Alvarez>', '3055550142', '1955-03-04', 'TRUE'],
      ['Zoë\nLee 😀', '(305) 555-0143', '', 'FALSE'],
    ]);
    expect(rows[1]).toMatchObject({ line: 2, raw: '"Rosa & ""Rosita"" <Alvarez>",3055550142,1955-03-04,TRUE' });
    expect(await read(xlsx(bytes), rows[0]?.next)).toEqual(rows.slice(1));
  });

  test('takes the cached value of a formula, rich text whole, an error as nothing', async () => {
    const source = workbook(
      `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="str"><f>A1&amp;"x"</f><v>Rosa x</v></c><c r="D1" t="e"><v>#N/A</v></c></row>
       <row r="3"/><row><c t="inlineStr"><is><r><t>Big </t></r><r><t xml:space="preserve">O</t></r></is></c><c><v>3.055550142E9</v></c><c r="D4"><f>1+1</f><v>2</v></c></row>`,
      {
        'xl/sharedStrings.xml':
          '<sst><si><r><t>Ro</t></r><r><rPr><b/></rPr><t>sa</t></r><rPh sb="0" eb="1"><t>no</t></rPh><t>_x000D_</t></si></sst>',
      },
    );
    expect(await read(source)).toMatchObject([
      { line: 1, cells: ['Rosa\r', '', 'Rosa x', ''] },
      { line: 4, cells: ['Big O', '3055550142', '', '2'] },
    ]);
  });

  test('tells dates from numbers by their format', async () => {
    const formats = ['m/d/yyyy', '[$-409]d\\-mmm;@', '0.00" days"', '(###) ###\\-####', '[Red]#,##0', 'h:mm'];
    const styles = `<styleSheet><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>${formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs></styleSheet>`;
    const row = (values: number[]) =>
      `<row>${values.map((value, style) => `<c s="${style}"><v>${value}</v></c>`).join('')}</row>`;
    const rows = row([20152, 20152, 20152, 20152.5, 20152, 3055550142, 20152, 0.5]);
    expect(await cells(workbook(rows, { 'xl/styles.xml': styles }))).toEqual([
      ['20152', '1955-03-04', '1955-03-04', '1955-03-04T12:00:00', '20152', '3055550142', '20152', '12:00:00'],
    ]);
  });

  test('of a workbook that counts from 1904, its names prefixed, its dates in ISO', async () => {
    const source = workbook('', {
      'xl/workbook.xml':
        '<x:workbook><x:workbookPr date1904="1"/><x:sheets><x:sheet name="Leads" sheetId="1" r:id="rId1"/></x:sheets></x:workbook>',
      'xl/styles.xml': '<x:styleSheet><x:cellXfs><x:xf numFmtId="14"/></x:cellXfs></x:styleSheet>',
      'xl/worksheets/sheet1.xml':
        '<x:worksheet><x:sheetData><x:row r="1"><x:c r="A1" s="0"><x:v>18690</x:v></x:c><x:c r="B1" t="d"><x:v>1955-03-04</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    });
    expect(await cells(source)).toEqual([['1955-03-04', '1955-03-04']]);
  });

  test('of a hundred thousand formatted rows without content is no row', async () => {
    const empty = Array.from(
      { length: 100_000 },
      (_, at) => `<row r="${at + 2}" ht="15" spans="1:2"><c r="A${at + 2}" s="1"/></row>`,
    );
    expect(await cells(workbook(`<row r="1"><c r="A1"><v>7</v></c></row>${empty.join('')}`))).toEqual([['7']]);
  });
});

describe('a file that is no workbook is refused in words', () => {
  test.each<[string, ImportSource, RegExp]>([
    ['an OpenDocument file', xlsx(zipOf({ mimetype: 'x', 'content.xml': '<x/>' })), /OpenDocument/],
    ['a binary workbook', xlsx(zipOf({ 'xl/workbook.bin': 'x' })), /binary workbook/],
    ['a Word document', xlsx(zipOf({ 'word/document.xml': '<x/>' })), /Word/],
    ['a zip of something', xlsx(zipOf({ 'leads.csv': 'a,b' })), /zip archive/],
    ['half a file', xlsx(zipOf({ 'xl/workbook.xml': '<workbook/>' }).subarray(0, 60)), /damaged/],
    ['a row beyond the last', workbook('<row r="1048577"><c r="A1"><v>1</v></c></row>'), /more rows/],
    ['a column beyond the last', workbook('<row r="1"><c r="XFE1"><v>1</v></c></row>'), /16,384 columns/],
    ['a zip bomb', workbook(`<row r="1"><c r="A1"><v>1</v></c></row>${'<row r="2"/>'.repeat(6_000_000)}`), /unpacks to far more/],
  ])('%s', async (_, source, reason) => {
    await expect(read(source)).rejects.toMatchObject({ name: 'UnreadableFile', reason: expect.stringMatching(reason) });
  });
});

test('a sheet made to take its time takes none', async () => {
  for (const unit of ['<c ', '<c>', '<c><v>', '<c><v ', '<c t="inlineStr"><is><t ', '<c a="', '>']) {
    const source = workbook(`<row r="1">${unit.repeat(2_000_000 / unit.length)}</row>`);
    await read(source).catch((error: unknown) => expect(error).toMatchObject({ name: 'UnreadableFile' }));
  }
});

describe('shared strings', () => {
  test('are held as far as the rows read so far use them', async () => {
    const names = Array.from({ length: 40_000 }, (_, index) => `Name ${(index * 7919) % 1_000_003}`);
    const source = workbook(
      names.map((_, index) => `<row r="${index + 1}"><c r="A${index + 1}" t="s"><v>${index}</v></c></row>`).join(''),
      {
        'xl/sharedStrings.xml': `<sst>${names.map((name) => `<si><t>${name}</t></si>`).join('')}</sst>`,
      },
    );
    let opened = 0;
    const counted: ImportSource = {
      ...source,
      async *open(start, end) {
        for await (const chunk of source.open(start, end)) {
          opened += chunk.length;
          yield chunk;
        }
      },
    };
    for await (const { rows } of readRows(counted, { format: 'xlsx' })) {
      expect(rows.map((row) => row.cells[0])).toEqual(names.slice(0, 2_000));
      break;
    }
    expect(opened).toBeLessThan(source.size / 2);
    expect(await cells(source)).toEqual(names.map((name) => [name]));
  });

  test('that are not there are nothing', async () => {
    const source = workbook(
      '<row r="1"><c t="s"><v>9</v></c><c t="s"><v>-1</v></c><c t="s"><v>x</v></c><c t="s"><v>0</v></c></row>',
      {
        'xl/sharedStrings.xml': '<sst><si><t>Rosa</t></si></sst>',
      },
    );
    expect(await cells(source)).toEqual([['', '', '', 'Rosa']]);
  });
});
