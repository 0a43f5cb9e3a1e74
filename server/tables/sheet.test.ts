import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { workbookOf, zipOf } from '#tests/fixtures/imports/zipOf.ts';
import { readRows } from './reader.ts';
import type { Checkpoint, FileRow } from './rows.ts';
import { bytesSource, type ImportSource, UnreadableFile } from './source.ts';
import { readDirectory, readEntryText } from './zip.ts';

const read = async (source: ImportSource, from?: Checkpoint) => {
  const rows: FileRow[] = [];
  for await (const batch of readRows(source, { format: 'xlsx' }, from)) rows.push(...batch.rows);
  return rows;
};
const xlsx = (bytes: Uint8Array) => bytesSource(bytes, 'leads.xlsx', 1000);
const cells = async (source: ImportSource) => (await read(source)).map((row) => row.cells);

/** A workbook with this XML in its first sheet. */
const workbook = (sheetData: string, parts: Record<string, string> = {}) => xlsx(workbookOf(sheetData, parts));

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

const relationTo = (target: string) =>
  `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="${target}"/></Relationships>`;

describe('a sheet made to do harm', () => {
  test('reaches nothing outside itself and unfolds nothing: its entities stay as they stand', async () => {
    const source = workbook('', {
      'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><!DOCTYPE w [<!ENTITY xxe SYSTEM "file:///etc/passwd"><!ENTITY lol "ha"><!ENTITY lol2 "&lol;&lol;&lol;">
        <!ENTITY % remote SYSTEM "http://127.0.0.1:9/x.dtd"> %remote;]>
        <worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>&xxe;</t></is></c><c t="str"><v>&lol2;</v></c></row></sheetData></worksheet>`,
    });
    expect(await cells(source)).toEqual([['&xxe;', '&lol2;']]);
  });

  test('names its parts by paths that lead away, and is read by those that do not', async () => {
    const source = workbook('<row r="1"><c><v>7</v></c></row>', {
      '/etc/passwd': 'x',
      '../../../etc/cron.d/job': 'x',
      '..\\..\\boot.ini': 'x',
    });
    expect(await cells(source)).toEqual([['7']]);
  });

  test('claims all cells there are and holds two', async () => {
    const source = workbook('', {
      'xl/worksheets/sheet1.xml':
        '<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row r="1" spans="1:16384"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData></worksheet>',
    });
    const rows = await read(source);
    expect(rows.map(({ line, cells: { length } }) => [line, length])).toEqual([
      [1, 1],
      [1_048_576, 16_384],
    ]);
  });

  test('with one far cell in every row comes some rows at a time', async () => {
    const source = workbook(
      Array.from({ length: 1_500 }, (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`).join(''),
    );
    const sizes: number[] = [];
    for await (const { rows } of readRows(source, { format: 'xlsx' })) sizes.push(rows.length);
    expect(Math.max(...sizes)).toBeLessThan(600);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(1_500);
  });

  test('with numbers that are none', async () => {
    const source = workbook(
      '<row><c s="0"><v>1e999</v></c><c s="0"><v>-1</v></c><c s="0"><v>9e15</v></c><c><v>NaN</v></c></row>',
      {
        'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
      },
    );
    expect(await cells(source)).toEqual([['1e999', '-1', '9000000000000000', 'NaN']]);
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
    [
      'a zip bomb',
      workbook(Array.from({ length: 2_000 }, (_, at) => `<row r="${at + 1}" spans="${' '.repeat(40_000)}"/>`).join('')),
      /unpacks to far more/,
    ],
    ['rows in no order', workbook('<row r="2"><c><v>1</v></c></row><row r="1"><c><v>2</v></c></row>'), /not in order/],
    ['a row twice', workbook('<row r="2"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>'), /not in order/],
    [
      'one long text in every cell',
      workbook(`<row r="1">${'<c t="s"><v>0</v></c>'.repeat(10_000)}</row>`, {
        'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(1_000_000)}</t></si></sst>`,
      }),
      /Row 1 is longer than 1 MB/,
    ],
    ['a text of ten megabytes', workbook(`<row r="1"><c t="inlineStr"><is><t>${'x'.repeat(10_000_000)}`), /too long/],
    [
      'a sheet that is not there',
      workbook('', { 'xl/worksheets/sheet1.xml': '', 'xl/_rels/workbook.xml.rels': relationTo('worksheets/gone.xml') }),
      /damaged/,
    ],
    [
      'styles without end',
      workbook('', { 'xl/styles.xml': `<styleSheet><cellXfs>${'<xf/>'.repeat(200_000)}</cellXfs></styleSheet>` }),
      /too many parts/,
    ],
    ['sheets without end', workbook('', { 'xl/workbook.xml': `<workbook>${'<sheet/>'.repeat(200_000)}` }), /too many parts/],
    ['a sheet that nothing names', workbook('', { 'xl/_rels/workbook.xml.rels': '<Relationships/>' }), /damaged/],
    ['a sheet on the disk', workbook('', { 'xl/_rels/workbook.xml.rels': relationTo('file:///etc/passwd') }), /damaged/],
    [
      'a sheet above the archive',
      workbook('', { 'xl/_rels/workbook.xml.rels': relationTo('../../../../etc/passwd') }),
      /damaged/,
    ],
    ['an archive of itself', xlsx(zipOf({ 'leads.xlsx': zipOf({ 'leads.xlsx': 'PK' }) })), /zip archive/],
  ])('%s', async (_, source, reason) => {
    await expect(read(source)).rejects.toMatchObject({ name: 'UnreadableFile', reason: expect.stringMatching(reason) });
  });
});

test('a sheet made to take its time takes none', async () => {
  const units = [
    '<c ',
    '<c>',
    '<c><v>',
    '<c><v ',
    '<c t="inlineStr"><is><t ',
    '<c a="',
    '>',
    '<c/>',
    '<c></c>',
    '<c><v>1</v></c>',
    'a="" ',
  ];
  for (const unit of units) {
    const source = workbook(`<row r="1">${unit.repeat(2_000_000 / unit.length)}</row>`);
    await read(source).catch((error: unknown) => expect(error).toMatchObject({ name: 'UnreadableFile' }));
  }
});

test('whatever is changed in a workbook, it is read or refused in words', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => [`Name ${at}`, 3055550142 + at, new Date('1955-03-04'), at % 2 === 0]);
  const whole = Buffer.from(
    await writeXlsx({ sheets: [{ name: 'Leads', columns: [{}, {}, { numFmt: 'yyyy-mm-dd' }, {}], rows }] }),
  );
  const parts = {
    'xl/worksheets/sheet1.xml': '',
    'xl/workbook.xml': '',
    'xl/_rels/workbook.xml.rels': '',
    'xl/sharedStrings.xml': '',
    'xl/styles.xml': '',
  };
  const entries = await readDirectory(xlsx(whole));
  for (const name of Object.keys(parts) as (keyof typeof parts)[]) {
    const entry = entries.get(name);
    if (entry) parts[name] = await readEntryText(xlsx(whole), entry);
  }
  const change = fc.array(
    fc.tuple(fc.nat(), fc.constantFrom('', '\0', '"', '<', '>', '/', '&', '9', '-', 'e', '\ud800', '<c ', '<v>', '</row>')),
    { minLength: 1, maxLength: 6 },
  );
  const changed = (text: string, changes: [number, string][]) =>
    changes.reduce((so, [at, by]) => so.slice(0, at % so.length) + by + so.slice((at % so.length) + 1), text);
  const files = fc.oneof(
    // in the archive itself
    change.map((changes) => Buffer.from(changed(whole.toString('latin1'), changes), 'latin1')),
    // in the text of one of its parts
    fc
      .tuple(fc.constantFrom(...(Object.keys(parts) as (keyof typeof parts)[])), change)
      .map(([name, changes]) => zipOf({ ...parts, [name]: changed(parts[name] || ' ', changes) })),
    fc.nat(whole.length).map((length) => whole.subarray(0, length)),
  );
  await fc.assert(
    fc.asyncProperty(files, async (file) => {
      try {
        const found = await read(xlsx(file));
        for (const [at, { line }] of found.entries()) expect(line).toBeGreaterThan(found[at - 1]?.line ?? 0);
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableFile);
      }
    }),
    { numRuns: 1500 },
  );
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

  test('are found in any order, whatever their lengths', async () => {
    const texts = Array.from({ length: 9_000 }, (_, at) => `${at % 7 === 0 ? '' : `${at} ${'x'.repeat(at % 41)}`}`);
    const order = [...texts.keys()].reverse();
    const sheet = order.map((at) => `<row><c t="inlineStr"><is><t>Row</t></is></c><c t="s"><v>${at}</v></c></row>`).join('');
    const source = workbook(sheet, {
      'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    });
    expect((await cells(source)).map(([, text = '']) => text)).toEqual(order.map((at) => texts[at]));
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
