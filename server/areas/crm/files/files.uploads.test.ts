// Uploads in parts: continued after an interruption, never twice, and swept when nobody continues them.
import { createHash, randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { partSize } from '#contract/fileRules.ts';
import {
  cancelFileUpload,
  downloadContactFile,
  getFileUpload,
  listContactFiles,
  sendFilePart,
  startFileUpload,
} from '#contract/files.ts';
import { runChores } from '#kernel/jobs/housekeeping.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { filesOf } from '#tests/support/imports.ts';
import { aServer, type Client, payloadOf, send, type TestServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { allChores } from '../../../areas.ts';

let server: TestServer;
let company: TestCompany<'agent' | 'agent2' | 'admin'>;
let id: number;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { agent: {}, agent2: {}, admin: {} });
  id = await aContact(server, company.companyId, { owner_id: company.people.agent.userId });
});

const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(partSize * 2 + 1_000 - 9)]);
const start = (client: Client, name: string, size = content.length, modified = 1) =>
  client.call(startFileUpload, { params: { id }, body: { name, size, modified } });
const part = (client: Client, uploadId: number, offset: number, bytes = content.subarray(offset, offset + partSize)) =>
  client.call(sendFilePart, { params: { id, uploadId }, query: { offset }, files: { file: { name: 'part', content: bytes } } });
const sweep = (hours: number) =>
  runChores(server.operator.db, { ...server.platform, clock: () => new Date(Date.now() + hours * 3_600_000) }, allChores);

test('parts make one file, which is read from any place', async () => {
  const { agent } = company.people;
  const upload = await start(agent, 'big.bin');
  expect(upload).toMatchObject({ offset: 0, part_size: partSize, size: content.length, file: null });
  expect(await part(agent, upload.id, 0)).toMatchObject({ offset: partSize, file: null });
  // The browser is closed, and the same file chosen again.
  expect(await start(agent, 'big.bin')).toMatchObject({ id: upload.id, offset: partSize });
  expect(await start(agent, 'big.bin', content.length, 2)).not.toMatchObject({ id: upload.id });
  expect(await part(agent, upload.id, partSize)).toMatchObject({ offset: partSize * 2, file: null });
  const { file } = await part(agent, upload.id, partSize * 2);
  expect(file).toMatchObject({ name: 'big.bin', type: 'application/pdf', size: content.length });
  const read = (range?: string) =>
    send(server.app, { ...agent.headers, ...(range && { range }) }, downloadContactFile, { params: { id, fileId: file?.id } });
  expect(
    createHash('sha256')
      .update((await read()).rawPayload)
      .digest(),
  ).toEqual(createHash('sha256').update(content).digest());
  const seam = await read(`bytes=${partSize - 5}-${partSize + 4}`);
  expect(seam.rawPayload).toEqual(content.subarray(partSize - 5, partSize + 5));
  // The last answer was lost.
  expect(await agent.call(getFileUpload, { params: { id, uploadId: upload.id } })).toMatchObject({
    offset: content.length,
    file,
  });
  await expect(part(agent, upload.id, partSize * 2)).rejects.toMatchObject({ status: 404 });
});

test('a part that arrived already, or comes twice at once, is refused with the place to go on', async () => {
  const { agent } = company.people;
  const { id: uploadId } = await start(agent, 'twice.bin');
  const outcomes = await Promise.allSettled([part(agent, uploadId, 0), part(agent, uploadId, 0)]);
  const [refused] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(refused).toMatchObject({ code: 'files.wrong_offset', problem: { data: { offset: partSize } } });
  await expect(part(agent, uploadId, partSize * 2)).rejects.toMatchObject({ code: 'files.wrong_offset' });
  const size = { status: 422, code: 'invalid' };
  await expect(part(agent, uploadId, partSize, Buffer.alloc(10))).rejects.toMatchObject(size);
  await expect(part(agent, uploadId, partSize, Buffer.alloc(partSize + 1))).rejects.toMatchObject({ code: 'too_large' });
  await expect(part(agent, uploadId, partSize, Buffer.alloc(0))).rejects.toMatchObject({ code: 'files.empty' });
  expect(await agent.call(getFileUpload, { params: { id, uploadId } })).toMatchObject({ offset: partSize });
});

test('a part that began to arrive before the previous one is refused: it would be read in the wrong place', async () => {
  const { agent } = company.people;
  const { id: uploadId } = await start(agent, 'parallel.bin');
  const second = { params: { id, uploadId }, query: { offset: partSize } };
  const bytes = content.subarray(partSize, partSize * 2);
  const { url, headers, body } = payloadOf(sendFilePart, { ...second, files: { file: { name: 'second', content: bytes } } });
  const payload = new PassThrough();
  payload.write((body as Buffer).subarray(0, 100_000));
  const early = server.app.inject({ method: sendFilePart.method, url, headers: { ...agent.headers, ...headers }, payload });
  const isStarted = () =>
    server.operator.db.selectFrom('files').select('id').where('name', '=', 'second').where('owner_id', 'is', null).execute();
  await until(async () => (await isStarted()).length > 0);
  await part(agent, uploadId, 0);
  payload.end((body as Buffer).subarray(100_000));
  expect((await early).json()).toMatchObject({ code: 'files.wrong_offset', data: { offset: partSize } });
  await part(agent, uploadId, partSize);
  const { file } = await part(agent, uploadId, partSize * 2);
  const { rawPayload } = await send(server.app, agent.headers, downloadContactFile, { params: { id, fileId: file?.id } });
  expect(Buffer.compare(rawPayload, content)).toBe(0);
});

test('are the sender’s alone, and only of files that may be stored', async () => {
  const { agent, admin, agent2 } = company.people;
  const { id: uploadId } = await start(agent, 'mine.bin');
  for (const other of [admin, agent2]) {
    await expect(part(other, uploadId, 0)).rejects.toMatchObject({ status: 404 });
    await expect(other.call(getFileUpload, { params: { id, uploadId } })).rejects.toMatchObject({ status: 404 });
  }
  await expect(start(agent2, 'mine.bin')).rejects.toMatchObject({ status: 404 });
  for (const size of [0, 100_000_001]) await expect(start(agent, 'x', size)).rejects.toMatchObject({ status: 422 });
});

test('one that is cancelled or left for a day leaves nothing behind', async () => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  const { agent } = people;
  const contact = await aContact(server, companyId, { owner_id: agent.userId });
  const params = { id: contact };
  const begun = async (name: string) => {
    const upload = await agent.call(startFileUpload, { params, body: { name, size: content.length } });
    const files = { file: { name, content: content.subarray(0, partSize) } };
    await agent.call(sendFilePart, { params: { ...params, uploadId: upload.id }, query: { offset: 0 }, files });
    return upload.id;
  };
  await agent.call(cancelFileUpload, { params: { ...params, uploadId: await begun('cancelled') } });
  const left = await begun('left');
  await sweep(23);
  expect(await filesOf(server, companyId)).toHaveLength(1);
  await sweep(25);
  expect(await filesOf(server, companyId)).toEqual([]);
  await expect(agent.call(getFileUpload, { params: { ...params, uploadId: left } })).rejects.toMatchObject({ status: 404 });
  expect((await agent.call(listContactFiles, { params, query: {} })).data).toEqual([]);
});
