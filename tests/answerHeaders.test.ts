// The security headers of every answer: from a route, the error handler, the router, or Node's own parser.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { errorCodes } from '#contract/kit/errors.ts';
import { createApp } from '#kernel/http/http.ts';
import { aServer, asDeployed, type TestServer } from './support/server.ts';
import { twilioAccount } from './support/twilioVoice.ts';

let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await aServer();
  const app = await asDeployed(server);
  app.get('/page', (_, reply) => reply.type('text/html; charset=utf-8').send('<!doctype html>'));
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
});

/** The raw answer to a request: fetch and app.inject clean it up. */
async function answerTo(request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => (answer += data));
  socket.on('error', () => {}); // the server closes while we still send
  socket.write(request);
  await once(socket, 'close');
  return answer;
}
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: crm.example\r\nConnection: close\r\n${more}\r\n`;

test.each([
  ['of the API', get('/v1/platform'), 200],
  ['to nobody', get('/v1/users/me'), 401],
  ['of a page', get('/page'), 200],
  ['about what is not there', get('/v1/nothing'), 404],
  ['to a path that cannot be decoded', get('/v1/%ff'), 400],
  ['to a path that is too long', get(`/v1/contacts/${'1'.repeat(200)}`), 400],
  ['to headers that are too large', get('/', `Cookie: ${'x'.repeat(20_000)}\r\n`), 431],
  ['to a request without a host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['to a client that expects too much', get('/page', 'Expect: miracles\r\n'), 200],
  ['to what is no HTTP', 'HELLO\r\n\r\n', 400],
  ['to a socket that was not asked for well', get('/cable', 'Upgrade: websocket\r\n'), 404],
])('an answer %s is framed by nobody, guesses no type and keeps to https', async (_, request, status) => {
  const answer = await answerTo(request);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toMatch(/^content-security-policy: .*frame-ancestors 'none'/im);
  expect(answer).toMatch(/^x-frame-options: DENY\r$/im);
  expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im);
  expect(answer).toMatch(/^referrer-policy: same-origin\r$/im);
  expect(answer).toMatch(/^strict-transport-security: max-age=31536000; includeSubDomains\r$/im);
  if (status >= 400) expect(answer).toMatch(/^content-type: application\/problem\+json/im);
});

test('a page runs scripts of our own alone and no plugins; what is no page runs nothing', async () => {
  expect(await answerTo(get('/page'))).toMatch(/^content-security-policy: default-src 'self';.* object-src 'none';/im);
  expect(await answerTo(get('/v1/platform'))).toMatch(
    /^content-security-policy: default-src 'none'; frame-ancestors 'none'\r$/im,
  );
});

test('a page may connect to Twilio where calls go over it, and only then', async () => {
  const policyOf = async (more: object) => {
    const app = await createApp({ ...server.platform, config: { ...server.config, ...more } }, []);
    app.get('/page', (_, reply) => reply.type('text/html; charset=utf-8').send('<!doctype html>'));
    const { headers } = await app.inject({ url: '/page', headers: { host: 'localhost' } });
    await app.close();
    return String(headers['content-security-policy']);
  };
  expect(await policyOf({})).toContain("connect-src 'self';");
  expect(await policyOf({ twilio: { ...twilioAccount, voice: null } })).toContain("connect-src 'self';");
  expect(await policyOf({ twilio: twilioAccount })).toContain("connect-src 'self' wss://voice-js.roaming.twilio.com;");
  expect(await policyOf({ twilio: twilioAccount, hideDialer: true })).toContain("connect-src 'self';");
});

test('a request that cannot be parsed is answered in the shape of every other', async () => {
  const answer = await answerTo(get('/', `Cookie: ${'x'.repeat(20_000)}\r\n`));
  const id = /^x-request-id: ([0-9a-f-]{36})\r$/im.exec(answer)?.[1];
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
    type: '/v1/docs#headers_too_large',
    title: errorCodes.headers_too_large.text,
    status: 431,
    code: 'headers_too_large',
    request_id: id,
  });
});
