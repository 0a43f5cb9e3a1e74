// Calls to addresses that customers enter, against real servers on this machine, which such calls must not reach.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { createGuardedFetch, isPrivate } from './outbound.ts';

const get = { method: 'GET', headers: {} };
const strict = createGuardedFetch({ privateNetworks: false });
const open = createGuardedFetch({ privateNetworks: true });
const servers: ReturnType<typeof createServer>[] = [];
afterAll(() => servers.map((server) => server.close()));

async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** As the DNS would answer: anyone can register a name for one of our addresses. */
const resolving = (...addresses: string[]) =>
  createGuardedFetch(
    { privateNetworks: false },
    {
      lookup: ((_host: string, _options: object, done: (error: null, found: object[]) => void) =>
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        )) as never,
    },
  );

describe('an address inside', () => {
  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[::ffff:0:7f00:1]/',
    'https://[3fff::1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://172.20.0.1/',
    'https://192.168.1.1/',
    'https://localhost/',
    'https://LOCALHOST/',
  ])('%s is not called', async (url) => {
    await expect(strict(url, get)).rejects.toMatchObject({ name: 'OutboundRefused' });
  });

  test('behind a name is not called either, nor where it is one among others', async () => {
    await expect(resolving('169.254.169.254')('https://idp.example/', get)).rejects.toThrow('private network');
    await expect(resolving('::1')('https://idp.example/', get)).rejects.toThrow('private network');
    await expect(resolving('93.184.215.14', '10.0.0.1')('https://idp.example/', get)).rejects.toThrow('private network');
  });

  test('is told from one outside', () => {
    expect(['8.8.8.8', '172.15.255.255', '172.32.0.0', '2606:4700::1111', '::ffff:8.8.8.8'].filter(isPrivate)).toEqual([]);
  });
});

test('only https is called', async () => {
  for (const url of ['http://idp.example/', 'ftp://idp.example/', 'file:///etc/passwd', 'data:text/plain,x'])
    await expect(strict(url, get)).rejects.toThrow('has to be https');
  for (const url of ['file:///etc/passwd', 'data:text/plain,x']) await expect(open(url, get)).rejects.toThrow('has to be https');
});

test('where private networks are let in, a call goes through with what it sends', async () => {
  const url = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        response.setHeader('set-cookie', ['a=1', 'b=2']);
        response.end(
          JSON.stringify({ method: request.method, type: request.headers['content-type'], body: String(Buffer.concat(chunks)) }),
        );
      });
  });
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
  const answer = await open(url, { method: 'POST', headers, body: new URLSearchParams({ code: 'a b' }) });
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await answer.json()).toEqual({ method: 'POST', type: 'application/x-www-form-urlencoded', body: 'code=a+b' });
  expect((await open(await serve((_, response) => response.writeHead(204).end()), get)).status).toBe(204);
});

test('a redirect is an answer: nobody follows it', async () => {
  let followed = 0;
  const inside = await serve((_, response) => {
    followed += 1;
    response.end();
  });
  const url = await serve((_, response) => response.writeHead(302, { location: inside }).end());
  expect((await open(url, get)).status).toBe(302);
  expect(followed).toBe(0);
});

test('an answer of more than a megabyte is cut off', async () => {
  const url = await serve((_, response) => {
    const chunk = Buffer.alloc(64 * 1024);
    const write = () => {
      if (!response.destroyed) response.write(chunk, write);
    };
    write();
  });
  await expect(open(url, get)).rejects.toThrow('more than 1048576 bytes');
});

test.each([
  ['a status that there is not', 'HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n'],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['half an answer', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'],
])('an answer with %s fails, and nothing else does', async (_, text) => {
  const url = await serve((request) => request.socket.end(text));
  await expect(open(url, get)).rejects.toThrow();
});

test('an answer that does not come is waited for no longer than the limit, or the caller', async () => {
  const url = await serve(() => {});
  await expect(createGuardedFetch({ privateNetworks: true }, { timeout: 50 })(url, get)).rejects.toThrow();
  await expect(open(url, { ...get, signal: AbortSignal.timeout(50) })).rejects.toThrow();
});
