// Broken and hostile files through HTTP, relay and worker: each gets a clear answer, and nothing is harmed. The giants are in
// tests/giantFiles.test.ts.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listContacts } from '#contract/contacts.ts';
import { previewImport } from '#contract/imports.ts';
import { cellsOf } from '#tables/csv.ts';
import { sheetRows, workbookOf, type ZipPart, zipOf } from '#tests/fixtures/imports/zipOf.ts';
import { aCompany } from '#tests/support/factories.ts';
import { drop, filesOf, formOf, importDraft, rejectedLines, strict } from '#tests/support/imports.ts';
import { aServer, type Client } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

const server = await aServer({ worker: true });

const table = (...rows: string[]) => `First Name,Last Name,Mobile Phone\n${rows.join('\n')}\n`;
const rosa = 'Rosa,Alvarez,3055550142';
const people = [
  ['First Name', 'Last Name', 'Mobile Phone'],
  ['Rosa', 'Alvarez', '3055550142'],
];
const book = (parts: Record<string, ZipPart> = {}) => workbookOf(sheetRows(people), parts);
const ole = (inside = '') => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(inside, 'utf16le')]);
const relationTo = (target: string) =>
  `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="${target}"/></Relationships>`;
const manyParts = () =>
  zipOf({
    a: 'x',
    ...Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`${'part'.repeat(70)}${at}`, { sameAs: 'a' }])),
  });

describe('is refused in words, and leaves nothing behind', () => {
  test.each<[string, () => string | Buffer, RegExp, string?]>([
    ['an empty file', () => '', /empty/, 'imports.empty'],
    ['a byte order mark', () => '\ufeff', /empty/, 'imports.empty'],
    ['headings only', () => table().slice(0, -1), /headings and no rows/, 'imports.empty'],
    ['rows of nothing', () => ',,,\n'.repeat(1_000), /no rows/, 'imports.empty'],
    ['NULs', () => Buffer.alloc(10_000), /not a table/],
    ['bytes of chance', () => Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7919) % 251)), /not a table/],
    ['a program', () => Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(5_000)]), /not a table/],
    ['50,000 columns', () => `${'a,'.repeat(50_000)}\n${'1,'.repeat(50_000)}\n`, /Line 1 has more than 16,384 columns/],
    ['1,000,000 columns', () => `${'a,'.repeat(1_000_000)}\n1\n`, /Line 1 (?:is longer|has more)/],
    ['5,000 columns', () => `${'a,'.repeat(5_000)}\n${'1,'.repeat(5_000)}\n`, /5,000 columns.* at most 2,000/],
    ['a name of ten megabytes', () => table(`${'x'.repeat(10_000_000)},Alvarez,3055550142`), /Line 2 is longer than 1 MB/],
    ['a workbook behind a password', () => ole('EncryptedPackage'), /protected by a password/],
    ['a workbook of an old Excel', () => ole('Workbook'), /old Excel/],
    ['an archive of archives', () => zipOf({ 'a.zip': zipOf({ 'b.zip': zipOf({ 'c.csv': 'a' }) }) }), /zip archive/],
    ['an archive of files without end', manyParts, /too many files/],
    ['half a workbook', () => book().subarray(0, 700), /damaged or incomplete/],
    ['a workbook whose sheet is gone', () => book({ 'xl/_rels/workbook.xml.rels': relationTo('worksheets/x.xml') }), /damaged/],
    [
      'a workbook that points at the disk',
      () => book({ 'xl/_rels/workbook.xml.rels': relationTo('file:///etc/passwd') }),
      /damaged/,
    ],
    [
      'a workbook that points above itself',
      () => book({ 'xl/_rels/workbook.xml.rels': relationTo('../../etc/passwd') }),
      /damaged/,
    ],
    ['a sheet without rows', () => workbookOf(''), /no rows/, 'imports.empty'],
    ['a sheet with headings only', () => workbookOf(sheetRows(people.slice(0, 1))), /no rows/, 'imports.empty'],
    [
      'a name of ten megabytes in a sheet',
      () => workbookOf(sheetRows([...people, ['x'.repeat(10_000_000)]])),
      /too long|longer than 1 MB/,
    ],
    [
      'parts that lie in one another',
      () => book({ 'xl/styles.xml': { sameAs: 'xl/workbook.xml' }, 'xl/worksheets/sheet1.xml': { sameAs: 'xl/workbook.xml' } }),
      /no rows/,
      'imports.empty',
    ],
  ])('%s', async (_, content, reason, code = 'imports.unreadable') => {
    const company = await aCompany(server, { agent: {} });
    const refusal = { status: 422, code, problem: { detail: expect.stringMatching(reason) } };
    await expect(drop(company.people.agent, content())).rejects.toMatchObject(refusal);
    expect(await traces(company.companyId)).toEqual({ attempts: 0, contacts: 0 });
    await until(async () => (await filesOf(server, company.companyId)).length === 0);
  });
});

describe('is read for what it holds', () => {
  /** Each becomes these contacts: first name, last name, phone; and so many rows come back. */
  test.each<[string, () => string | Buffer, string[][], number?]>([
    ['one row without a line end', () => table(rosa).slice(0, -1), [['Rosa', 'Alvarez', '3055550142']]],
    [
      'lone carriage returns',
      () => table(rosa, 'Lee,Baker,').replaceAll('\n', '\r'),
      [
        ['Rosa', 'Alvarez', '3055550142'],
        ['Lee', 'Baker', ''],
      ],
    ],
    [
      'mixed line ends',
      () => `${table(rosa)}\r\nLee,Baker,\r\rMia,Cole,`,
      [
        ['Rosa', 'Alvarez', '3055550142'],
        ['Lee', 'Baker', ''],
        ['Mia', 'Cole', ''],
      ],
    ],
    [
      'quotes everywhere',
      () => table('"Ro""sa","Alvarez ""Ro"" O\'Neil","3055550142"', 'Lee "L",5\'4",', '"Tom,Open,', '"Mia",Cole,'),
      [
        ['Ro"sa', 'Alvarez "Ro" O\'Neil', '3055550142'],
        ['Lee "L"', '5\'4"', ''],
        ['Mia', 'Cole', ''],
      ],
      1,
    ],
    [
      'NULs among its texts',
      () => table('Ro\0sa,\0Alvarez,305\x00555\x000142', ...Array(30).fill('Lee,Baker,')),
      [['Rosa', 'Alvarez', '3055550142']],
    ],
    [
      'three encodings',
      () =>
        Buffer.concat([
          Buffer.from(table('José,Peña,', 'Ángel,Núñez,', 'Inés,Muñoz,')),
          Buffer.from('Zo\xeb,M\xfcller,\n', 'latin1'),
          Buffer.from('\x93Bo\x94,\x8aime,\n', 'latin1'),
        ]),
      [
        ['José', 'Peña', ''],
        ['Zoë', 'Müller', ''],
        ['“Bo”', 'Šime', ''],
      ],
    ],
    [
      'half a character at its end',
      () => Buffer.from(table(rosa, 'Jo,Peñé')).subarray(0, -2),
      [['Rosa', 'Alvarez', '3055550142']],
      1,
    ],
    [
      'halves of surrogate pairs',
      () => Buffer.from(`\ufeff${table('Ro\ud83dsa,Al\ude00varez,')}`, 'utf16le'),
      [['Ro\ufffdsa', 'Al\ufffdvarez', '']],
    ],
    [
      'names turned round',
      () => table('\u202easoR,\u2066Al\u200bvarez\u2069,', 'علی\u200cرضا,श्री\u200d,', '👩🏽\u200d🚒,\u200dLee\u200c,'),
      [
        ['asoR', 'Alvarez', ''],
        ['علی\u200cرضا', 'श्री\u200d', ''],
        ['👩🏽\u200d🚒', 'Lee', ''],
      ],
    ],
    [
      'formulas',
      () => table("=cmd|' /C calc'!A0,@SUM(1+1),", '+1+cmd,-2+3,'),
      [
        ["=cmd|' /C calc'!A0", '@SUM(1+1)', ''],
        ['+1+cmd', '-2+3', ''],
      ],
    ],
    [
      'phones as floats',
      () => table('A,A,5551234567.0', 'B,B,5.551234568E9', 'C,C,5.551234569e+09', 'D,D,5.55123E+09'),
      [
        ['A', 'A', '5551234567'],
        ['B', 'B', '5551234568'],
        ['C', 'C', '5551234569'],
      ],
      1,
    ],
    [
      'phones as floats in a sheet',
      () =>
        workbookOf(
          sheetRows([people[0] ?? [], ['A', 'A', 5551234567], ['B', 'B', 'x']])
            .replace('5551234567', '5.551234567E9')
            .replace('<t>x</t>', '<t>5551234568.0</t>'),
        ),
      [
        ['A', 'A', '5551234567'],
        ['B', 'B', '5551234568'],
      ],
    ],
    [
      'trailing columns without end',
      () => table(rosa).replaceAll('\n', `${','.repeat(16_000)}\n`),
      [['Rosa', 'Alvarez', '3055550142']],
    ],
    ['a heading twice', () => 'First Name,First Name,Last Name\nRosa,Rose,Alvarez\n', [['Rosa', 'Alvarez', '']]],
    [
      'a sheet that unfolds no entity',
      () =>
        workbookOf('', {
          'xl/worksheets/sheet1.xml': `<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY l "ha"><!ENTITY m "&l;&l;">]><worksheet><sheetData>${sheetRows([...people, ['&x;', '&m;', '']])}</sheetData></worksheet>`,
        }),
      [
        ['Rosa', 'Alvarez', '3055550142'],
        ['&x;', '&m;', ''],
      ],
    ],
    [
      'a workbook with paths that lead away',
      () => book({ '/etc/passwd': 'x', '../../../../tmp/steward': 'x', 'C:\\boot.ini': 'x' }),
      [['Rosa', 'Alvarez', '3055550142']],
    ],
    [
      'shared strings that are not there',
      () => workbookOf(`${sheetRows(people)}<row><c t="inlineStr"><is><t>Lee</t></is></c><c t="s"><v>99999999</v></c></row>`),
      [
        ['Rosa', 'Alvarez', '3055550142'],
        ['Lee', '', ''],
      ],
    ],
    [
      'a sheet that claims all cells there are',
      () =>
        workbookOf('', {
          'xl/worksheets/sheet1.xml': `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${sheetRows(people)}</sheetData></worksheet>`,
        }),
      [['Rosa', 'Alvarez', '3055550142']],
    ],
  ])('%s', async (_, content, contacts, rejected = 0) => {
    const company = await aCompany(server, { agent: {} });
    const draft = await drop(company.people.agent, content());
    const attempt = await importDraft(company.people.agent, draft, { scrub_against: { rule: 'skip' }, ...strict });
    expect(attempt).toMatchObject({ status: 'complete', error: null, rejected });
    const stored = await contactsOf(company.people.agent);
    for (const contact of contacts) expect(stored).toContainEqual(contact);
    if (rejected > 0) expect(await rejectedLines(company.people.agent, attempt.id)).toHaveLength(rejected + 1);
  });
});

describe('birth dates of a sheet', () => {
  const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>';
  const epoch = '<workbook><workbookPr date1904="1"/><sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>';

  async function born(days: number[], parts: Record<string, ZipPart> = {}) {
    const { people } = await aCompany(server, { agent: {} });
    const rows = days.map((day) => `<row><c t="str"><v>N${day}</v></c><c s="1"><v>${day}</v></c></row>`).join('');
    const sheet = `${sheetRows([['First Name', 'Birth Date']])}${rows}`;
    const attempt = await importDraft(
      people.agent,
      await drop(people.agent, workbookOf(sheet, { 'xl/styles.xml': styles, ...parts })),
      strict,
    );
    const { data } = await people.agent.call(listContacts, { body: {} });
    const rejected = attempt.rejected > 0 ? (await rejectedLines(people.agent, attempt.id)).slice(1) : [];
    return { dates: Object.fromEntries(data.map(({ first_name, birth_date }) => [first_name, birth_date])), rejected };
  }

  test('begin with 1900, whose 29 February never was, and end today', async () => {
    const { dates, rejected } = await born([0, 1, 59, 60, 61, 20_152, 73_051, 1e300]);
    expect(dates).toEqual({
      N0: null, // a cell that was shown as a date and held nothing
      N1: '1900-01-01',
      N59: '1900-02-28',
      N60: '1900-02-28',
      N61: '1900-03-01',
      N20152: '1955-03-04',
    });
    expect(rejected).toEqual([
      expect.stringContaining('“2100-01-01”: This date of birth is in the future'),
      expect.stringContaining('not a date'),
    ]);
  });

  test('begin with 1904 where the workbook says so', async () => {
    const { dates } = await born([1, 18_690], { 'xl/workbook.xml': epoch });
    expect(dates).toEqual({ N1: '1904-01-02', N18690: '1955-03-04' });
  });
});

describe('what comes back', () => {
  test('runs in no spreadsheet, in its rows, its headings and its reasons', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const cells = ["=cmd|' /C calc'!A0", '@SUM(1+1)', '+cmd', '-cmd', '\tTab', '＝cmd', ' =cmd', '"=HYPERLINK(""http://x"")"'];
    const content = `First Name,Mobile Phone,"=cmd|' /C calc'!A0",@SUM\n${cells.map((cell) => `${cell},12,${cell},x`).join('\n')}\n`;
    const attempt = await importDraft(people.agent, await drop(people.agent, content), strict);
    expect(attempt).toMatchObject({ created: 0, rejected: cells.length });
    const lines = await rejectedLines(people.agent, attempt.id);
    const shown = lines.flatMap((line) => cellsOf(line.replace('\ufeff', ''), ','));
    expect(shown.filter((cell) => /^\s*[=@＝]|^[+-]\D|^\t/.test(cell))).toEqual([]);
    expect(shown).toEqual(expect.arrayContaining(["'=cmd|' /C calc'!A0", "'@SUM", "'+cmd", "'＝cmd"]));
  });

  test('comes back whole, however long its rows are', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const long = 'x'.repeat(900_000);
    const rows = Array.from({ length: 12 }, (_, at) => `N${at},${long},`);
    const attempt = await importDraft(people.agent, await drop(people.agent, table(...rows)), strict);
    expect(attempt).toMatchObject({ status: 'complete', created: 0, rejected: rows.length });
    const lines = await rejectedLines(people.agent, attempt.id);
    expect(lines.slice(1).map((line) => [line.split(',')[0], line.length > long.length])).toEqual(
      rows.map((_, at) => [String(at + 2), true]),
    );
  });
});

test('headings and file names that are not text are text when they are stored and shown', async () => {
  const { people } = await aCompany(server, { agent: {} });
  const long = `${'x'.repeat(499)}😀`;
  const draft = await drop(
    people.agent,
    `First Name,\u202eemaN tsaL,Mo\0bile Phone,${long}\nRosa,Alvarez,3055550142,y\n`,
    'fdp.\u202evsc.csv',
  );
  expect(draft.file_name).toBe('fdp.vsc.csv');
  expect(draft.fields.map(({ heading }) => heading)).toEqual(['First Name', 'emaN tsaL', 'Mobile Phone', 'x'.repeat(499)]);
  const preview = await people.agent.call(previewImport, { body: { id: draft.id, form: formOf(draft) } });
  expect(preview.totals).toEqual({ create: 1, update: 0, skip: 0, reject: 0 });
  expect(await importDraft(people.agent, draft)).toMatchObject({ status: 'complete', created: 1 });
});

test('what is doubtful is said: headings twice, macros that nobody runs', async () => {
  const { people } = await aCompany(server, { agent: {} });
  const twice = Array.from({ length: 8 }, (_, at) => [`H${at}`, `H${at}`]).flat();
  const { warnings } = await drop(people.agent, `First Name,${twice.join(',')}\nRosa${',1'.repeat(16)}\n`);
  expect(warnings).toEqual(['Several columns have the name “H0”, “H1”, “H2”, “H3”, “H4” and 3 more.']);

  const macros = await drop(people.agent, book({ 'xl/vbaProject.bin': 'Sub Auto_Open' }), 'leads.xlsm');
  expect(macros.warnings).toEqual(['This workbook has macros. Only its values are read; the macros never run.']);
  expect(await importDraft(people.agent, macros)).toMatchObject({ created: 1 });
});

test('a file that changes between two uploads is two files, and the same one twice makes nobody twice', async () => {
  const { people, companyId } = await aCompany(server, { agent: {} });
  const first = await drop(people.agent, table(rosa));
  const changed = await drop(people.agent, table(rosa, 'Lee,Baker,3055550143'));
  expect(await filesOf(server, companyId)).toHaveLength(2);
  expect(await importDraft(people.agent, first)).toMatchObject({ created: 1, skipped: 0 });
  expect(await importDraft(people.agent, changed)).toMatchObject({ created: 1, skipped: 1 });
  expect(await contactsOf(people.agent)).toHaveLength(2);
});

async function contactsOf(who: Client): Promise<string[][]> {
  const { data } = await who.call(listContacts, { body: {} });
  return data.map(({ first_name, last_name, phone }) => [first_name, last_name, phone]);
}

async function traces(companyId: number) {
  const { rows } = await sql<{ attempts: number; contacts: number }>`
    select (select count(*) from import_attempts where company_id = ${companyId}) as attempts,
      (select count(*) from contacts where company_id = ${companyId}) as contacts`.execute(server.operator.db);
  return rows[0];
}
