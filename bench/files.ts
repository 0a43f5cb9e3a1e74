// A file of 100 MB to a contact, against a bare server that writes the same request to the same disk.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createContact } from '#contract/contacts.ts';
import { maxFileSize, partSize } from '#contract/fileRules.ts';
import { createContactFile, deleteContactFile, sendFilePart, startFileUpload } from '#contract/files.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { requestOf } from '#contract/kit/request.ts';
import { end } from '../tests/support/child.ts';
import { type Caller, signIn } from './caller.ts';
import type { Product } from './product.ts';
import { byTurns, inMs, median, met, type Section, type Size, timed } from './support.ts';

/** Times the bare server's. */
const aim = 1.3;

export async function benchFiles(product: Product, { rounds }: Size): Promise<Section> {
  const caller = await signIn(product.port, 'agent@harbor.test');
  const bare = fork(fileURLToPath(new URL('./bareUpload.ts', import.meta.url)), [product.platform.config.dataDir]);
  try {
    const [{ port: barePort }] = await once(bare, 'message');
    const { id } = await caller.call(createContact, { body: { first_name: 'Bench', last_name: 'Files' } });
    const content = randomBytes(maxFileSize);
    const send = (port: number, endpoint: Pick<Endpoint, 'method' | 'path'>, call: object, bytes: Buffer) =>
      sendForm(port, endpoint as Endpoint, call, caller, bytes);
    const drop = (fileId: number) => caller.send(deleteContactFile, { params: { id, fileId } });
    const whole = async () => {
      const { ms, answer } = await timed(() => send(product.port, createContactFile, { params: { id } }, content));
      await drop(answer.id);
      return ms;
    };
    const inParts = async () => {
      const { ms, answer } = await timed(async () => {
        const { id: uploadId } = await caller.call(startFileUpload, {
          params: { id },
          body: { name: 'a.bin', size: content.length },
        });
        for (let offset = 0; ; offset += partSize) {
          const call = { params: { id, uploadId }, query: { offset } };
          const { file } = await send(product.port, sendFilePart, call, content.subarray(offset, offset + partSize));
          if (file) return file;
        }
      });
      await drop(answer.id);
      return ms;
    };
    const limit = async () => (await timed(() => send(barePort, { method: 'POST', path: '/' }, {}, content))).ms;
    await whole();
    await limit(); // warm
    const [ones, limits] = await byTurns(rounds, whole, limit);
    const [parts, moreLimits] = await byTurns(rounds, inParts, limit);
    const base = median([...limits, ...moreLimits]);
    const row = (name: string, ms: number) => [name, inMs(ms), (ms / base).toFixed(2)];
    const ratio = median(ones) / base;
    return {
      name: 'files',
      title: 'A file of 100 MB',
      how:
        'POST /v1/contacts/:id/files of random bytes: session, form, type, hash, quota, sealed with AES-256-GCM, synced to disk, kept and journalled; and the same in parts of ' +
        '8 MB, one request after another, as the browser sends it. The limit is a bare Node server that pipes the body of the same request into a file and syncs it, on the same ' +
        `disk. Median of ${rounds} rounds by turns. Steward takes ${ratio.toFixed(2)} of the limit's time: at most ${met(String(aim), ratio <= aim)}.`,
      columns: ['Server', 'Time', 'Of the limit'],
      rows: [row('Steward', median(ones)), row('Steward, in parts', median(parts)), row('Bare stream to disk', base)],
    };
  } finally {
    caller.close();
    await end(bare);
  }
}

/** The form in pieces of 64 kB, as a browser sends it. */
async function sendForm(port: number, endpoint: Endpoint, call: object, { headers }: Caller, content: Buffer) {
  const head = Buffer.from(
    '--bench\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\ncontent-type: application/octet-stream\r\n\r\n',
  );
  const tail = Buffer.from('\r\n--bench--\r\n');
  const sent = request({
    ...{ host: '127.0.0.1', port, method: endpoint.method, path: requestOf(endpoint, call).url },
    headers: {
      ...headers,
      'content-type': 'multipart/form-data; boundary=bench',
      'content-length': head.length + content.length + tail.length,
    },
  });
  const answered = once(sent, 'response');
  Readable.from(pieces()).pipe(sent);
  const [response] = await answered;
  const text = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>)).toString();
  if (response.statusCode >= 400) throw new Error(`${endpoint.method} ${endpoint.path}: ${response.statusCode} ${text}`);
  return JSON.parse(text);

  function* pieces() {
    yield head;
    for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
    yield tail;
  }
}
