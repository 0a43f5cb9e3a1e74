// Virus scans: each new file is scanned, also one in parts, and an infected one is never sent.
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { partSize } from '#contract/fileRules.ts';
import { createContactFile, downloadContactFile, listContactFiles, sendFilePart, startFileUpload } from '#contract/files.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { loadActor } from '#kernel/actors.ts';
import type { Platform } from '#kernel/context.ts';
import { ScanFailed } from '#kernel/files/scanner.ts';
import { createApp } from '#kernel/http/http.ts';
import { clamdScanner } from '#providers/clamav/clamav.ts';
import { atTheEnd } from '#tests/support/atTheEnd.ts';
import { aClamd, eicar } from '#tests/support/clamd.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, call, type Sent, send, type TestServer } from '#tests/support/server.ts';
import { allRoutes, allTasks } from '../../../areas.ts';

let server: TestServer;
let platform: Platform;
let app: Awaited<ReturnType<typeof createApp>>;
let company: TestCompany<'agent'>;
const clamd = await aClamd();
beforeAll(async () => {
  server = await aServer();
  platform = { ...server.platform, scanner: clamdScanner(clamd.address) };
  app = await createApp(platform, allRoutes);
  atTheEnd(() => app.close());
  company = await aCompany(server, { agent: {} });
});

const ask = <E extends Endpoint>(endpoint: E, input: Sent<E>) => call(app, company.people.agent.headers, endpoint, input);

/** Runs the jobs that the calls asked for. */
async function runScans() {
  const { companyId, people } = company;
  const jobs = await server.operator.db
    .deleteFrom('outbox')
    .where('company_id', '=', companyId)
    .where('name', '=', 'files.scan')
    .returning('payload')
    .execute();
  const actor = await loadActor(platform, companyId, people.agent.userId, null);
  if (!actor) throw new Error('nobody there');
  const ctx = { platform, clock: platform.clock, log: platform.log, actor };
  for (const { payload } of jobs)
    await allTasks['files.scan']?.(ctx, payload, { signal: new AbortController().signal, last: false } as never);
  return jobs.length;
}

test('a clean file says so; an infected one is named in list and timeline, and not sent', async () => {
  const { companyId, people } = company;
  const id = await aContact(server, companyId, { owner_id: people.agent.userId });
  const add = (name: string, content: string) => ask(createContactFile, { params: { id }, files: { file: { name, content } } });
  const clean = await add('clean.txt', 'Hello');
  const infected = await add('bad.txt', `before ${eicar} after`);
  expect(infected.scan).toBe('not_scanned');
  expect(await runScans()).toBe(2);
  const { data } = await ask(listContactFiles, { params: { id }, query: { order: 'asc' } });
  expect(data).toMatchObject([
    { id: clean.id, scan: 'clean', virus: '' },
    { id: infected.id, scan: 'infected', virus: 'Eicar-Signature' },
  ]);
  const download = (fileId: number) => send(app, people.agent.headers, downloadContactFile, { params: { id, fileId } });
  expect((await download(clean.id)).body).toBe('Hello');
  const refused = await download(infected.id);
  expect(refused.json()).toMatchObject({
    status: 403,
    code: 'files.infected',
    detail: expect.stringContaining('Eicar-Signature'),
  });
  expect(refused.body).not.toContain('EICAR-STANDARD');
  const timeline = await ask(listContactTimeline, { params: { id }, query: {} });
  expect(timeline.data.map(({ action }) => action)).toEqual(['file_infected', 'file_added', 'file_added']);
});

test('a virus across the seam of two parts is found', async () => {
  const { companyId, people } = company;
  const id = await aContact(server, companyId, { owner_id: people.agent.userId });
  const content = randomBytes(partSize + 500);
  content.write(eicar, partSize - 20, 'latin1');
  const { id: uploadId } = await ask(startFileUpload, { params: { id }, body: { name: 'big.bin', size: content.length } });
  for (const offset of [0, partSize]) {
    const file = { name: 'part', content: content.subarray(offset, offset + partSize) };
    await ask(sendFilePart, { params: { id, uploadId }, query: { offset }, files: { file } });
  }
  await runScans();
  expect((await ask(listContactFiles, { params: { id }, query: {} })).data).toMatchObject([{ scan: 'infected' }]);
  expect(clamd.scanned.at(-1)).toBe(content.length);
});

test('a scanner that cannot read the file, or is away, leaves it as not scanned: the job is tried again', async () => {
  const { companyId, people } = company;
  const id = await aContact(server, companyId, { owner_id: people.agent.userId });
  const file = { name: 'odd.txt', content: 'UNREADABLE' };
  await ask(createContactFile, { params: { id }, files: { file } });
  await expect(runScans()).rejects.toThrow(ScanFailed);
  expect((await ask(listContactFiles, { params: { id }, query: {} })).data).toMatchObject([{ scan: 'not_scanned' }]);
  async function* content() {
    yield Buffer.from('x');
  }
  const away = clamdScanner({ host: '127.0.0.1', port: 1 });
  await expect(away.scan(content())).rejects.toThrow(ScanFailed);
});

test('scans run with the long jobs: a scanner that hangs delays no mail', () => {
  expect(allTasks['files.scan']?.lane).toBe('long');
});
