// Giant files, made while they are sent: a real web and a real worker process handle them without growing.
// HOSTILE_SIZE is the size in megabytes of the two largest; the others have half of it. 1024 shows the purpose of the
// limits, and takes long.
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createDeflateRaw } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { type ImportDraft, validateImport } from '#contract/imports.ts';
import { workbookOf, type ZipPart } from './fixtures/imports/zipOf.ts';
import { aCompany } from './support/factories.ts';
import { filesOf, importDraft } from './support/imports.ts';
import { startProcess } from './support/processes.ts';
import { aServer } from './support/server.ts';
import { until } from './support/until.ts';

const boundary = 'a-giant';
const megabyte = 1024 * 1024;
const largest = Number(process.env.HOSTILE_SIZE ?? 128) * megabyte;
const size = largest / 2;
/** How much a process may grow, for any file: one with a whole giant of the largest in memory would grow more. */
const room = 300 * megabyte;
const patience = 60 + largest / megabyte; // seconds
vi.setConfig({ testTimeout: patience * 1000 });

const server = await aServer({ own: true });
const web = await startProcess(server, 'web');
const worker = await startProcess(server, 'worker');
const { people } = await aCompany(server, { agent: {} });
const before = await afterASmallFile();

const headings = 'First Name,Last Name,Mobile Phone\n';
/** More than a check of a file reads. */
const leads = headings + Array.from({ length: 3_000 }, (_, at) => `Rosa,Alvarez,305555${1000 + at}\n`).join('');

describe('a giant is refused', () => {
  test.each<[string, () => Iterable<Buffer>, RegExp]>([
    ['of commas', () => repeated(','), /Line 1 is longer than 1 MB/],
    ['of one line', () => repeated('Rosa Alvarez 3055550142 '), /Line 1 is longer than 1 MB/],
    ['of one cell', () => repeated('x', '"'), /Line 1 is longer than 1 MB/],
    ['of quotation marks', () => repeated('"'), /Line 1 is longer than 1 MB/],
    ['of rows without content', () => repeated(',,,,,,,\n'), /has no rows/],
    ['of empty lines', () => repeated('\r\n'), /is empty/],
    ['of columns', () => repeated(`${'x,'.repeat(50_000)}\n`), /Line 1 has more than 16,384 columns/],
    ['of NULs', () => repeated('\0'), /not a table/],
  ])('%s', async (_, content, reason) => {
    const { companyId, people } = await aCompany(server, { agent: {} });
    const { status, answer } = await upload(people.agent.headers, content());
    expect({ status, detail: answer.detail }).toEqual({ status: 422, detail: expect.stringMatching(reason) });
    await until(async () => (await filesOf(server, companyId)).length === 0);
    await mustNotHaveGrown();
  });

  const bomb = async (piece: string, head = '', tail = '', bytes = size): Promise<ZipPart> => ({
    packed: await buffer(Readable.from(repeated(piece, head, tail, bytes)).pipe(createDeflateRaw())),
    claims: 10,
  });
  test.each<[string, () => Promise<Record<string, ZipPart>>, RegExp]>([
    ['of rows', async () => ({ 'xl/worksheets/sheet1.xml': await bomb('<row/>', '<worksheet>') }), /more rows|no rows|far more/],
    ['of one row', async () => ({ 'xl/worksheets/sheet1.xml': await bomb('<c/>', '<worksheet><row>') }), /too long/],
    ['of spaces', async () => ({ 'xl/worksheets/sheet1.xml': await bomb(' ', '<worksheet>') }), /too long/],
    ['of styles', async () => ({ 'xl/styles.xml': await bomb('<xf/>', '<styleSheet><cellXfs>') }), /far more/],
    ['of sheets', async () => ({ 'xl/workbook.xml': await bomb('<sheet/>', '<workbook>') }), /far more/],
    [
      'of shared strings',
      async () => ({
        'xl/worksheets/sheet1.xml':
          '<worksheet><row><c t="s"><v>9007199254740991</v></c></row><row><c><v>1</v></c></row></worksheet>',
        'xl/sharedStrings.xml': await bomb('<si><t>abcdefgh abcdefgh</t></si>', '<sst>', '', largest),
      }),
      /./,
    ],
  ])('packed into a workbook: %s', async (_, parts, reason) => {
    const { people } = await aCompany(server, { agent: {} });
    const { status, answer } = await upload(people.agent.headers, [workbookOf('', await parts())], 'leads.xlsx');
    expect([201, 422]).toContain(status);
    if (status === 422) expect(answer.detail).toMatch(reason);
    await mustNotHaveGrown();
  });
});

describe('a giant that begins well is imported as far as it is one', () => {
  test.each<[string, () => Iterable<Buffer>, object]>([
    [
      'then commas',
      () => repeated(',', leads),
      // Its first chunk is stored; the second never ends.
      { created: 1_999, status: 'failed', error: expect.stringMatching(/Line 3002 is longer than 1 MB/) },
    ],
    ['then rows without content', () => repeated(`${','.repeat(50)}\n`, leads), { status: 'complete', error: null }],
    ['then quotes that nobody closes', () => repeated(`"${'x'.repeat(99_000)}\n`, leads), { status: 'complete', error: null }],
    [
      'then rows of a megabyte',
      () => repeated(`${'x'.repeat(megabyte - 100)},,\n`, leads, '', largest),
      { status: 'complete', error: null },
    ],
  ])('%s', async (_, content, end) => {
    const { companyId, people } = await aCompany(server, { agent: {} });
    const { status, answer: draft } = await upload(people.agent.headers, content());
    expect({ status, draft }).toMatchObject({ status: 201 });
    const attempt = await importDraft(people.agent, draft, { scrub_against: { rule: 'create' } }, patience);
    expect(attempt).toMatchObject({ created: 3_000, ...end });
    expect(await filesOf(server, companyId)).toHaveLength(1);
    await mustNotHaveGrown();
  });
});

test('an upload that breaks off leaves nothing behind', async () => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  const call = request(web.address + validateImport.path, callOf(people.agent.headers));
  call.on('error', () => {}); // the test itself aborts it
  call.write(partHead('leads.csv'));
  for (const chunk of repeated('Rosa,Alvarez,3055550142\n', headings, '', 4 * megabyte)) call.write(chunk);
  await until(async () => (await filesOf(server, companyId)).length === 1);
  call.destroy();
  await until(async () => (await filesOf(server, companyId)).length === 0);
  const { rows } = await server.operator.pool.query('select from import_attempts where company_id = $1', [companyId]);
  expect(rows).toEqual([]);
});

/** Pieces of a megabyte, about `bytes` in all, between a head and a tail. */
function* repeated(piece: string, head = '', tail = '', bytes = size): Generator<Buffer> {
  const chunk = Buffer.from(piece.repeat(Math.ceil(megabyte / piece.length)));
  if (head) yield Buffer.from(head);
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
  if (tail) yield Buffer.from(tail);
}

function partHead(name: string) {
  return `--${boundary}\r\ncontent-disposition: form-data; name="import_file"; filename="${name}"\r\n\r\n`;
}

function callOf(headers: Record<string, string>) {
  const { method } = validateImport;
  return { method, headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

/** Sent as it is made, to the web process. */
async function upload(headers: Record<string, string>, content: Iterable<Buffer>, name = 'leads.csv') {
  const body = function* () {
    yield Buffer.from(partHead(name));
    yield* content;
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  };
  const response = await fetch(web.address + validateImport.path, {
    ...callOf(headers),
    body: Readable.toWeb(Readable.from(body())),
    duplex: 'half',
  } as RequestInit);
  return { status: response.status, answer: (await response.json()) as ImportDraft & { detail?: string } };
}

async function afterASmallFile() {
  const { answer: draft } = await upload(people.agent.headers, [Buffer.from(`First Name\nRosa\n`)]);
  await importDraft(people.agent, draft);
  return { web: await web.peak(), worker: await worker.peak() };
}

async function mustNotHaveGrown() {
  expect((await web.peak()) - before.web).toBeLessThan(room);
  expect((await worker.peak()) - before.worker).toBeLessThan(room);
}
