// The real server on a real database: tests call it over HTTP; relay and worker run its jobs on request.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { allEndpoints } from '#contract/index.ts';
import type { AnswerOf, Endpoint, KeyedCallOf } from '#contract/kit/endpoint.ts';
import type { Problem } from '#contract/kit/errors.ts';
import { requestOf } from '#contract/kit/request.ts';
import type { Platform } from '#kernel/context.ts';
import { connect, type Database, type DatabaseRole } from '#kernel/db/database.ts';
import { createApp } from '#kernel/http/http.ts';
import { mountDocuments } from '#kernel/http/openapi.ts';
import { csrfTokenOf, hashToken } from '#kernel/http/sessions.ts';
import type { Config } from '#kernel/ops/config.ts';
import { allRoutes } from '../../server/areas.ts';
import { openPlatform } from '../../server/platform.ts';
import { startWorkerProcess } from '../../server/worker.ts';
import { atTheEnd } from './atTheEnd.ts';
import { createTestDatabase, emptyTables, filledTables, testKey, testLog, testSeal } from './database.ts';
import { aPhone } from './voice.ts';

export interface TestServer {
  app: FastifyInstance;
  platform: Platform;
  config: Config;
  /** Sees all companies: for test data and checks. */
  operator: Database;
  urlOf(role: DatabaseRole): string;
  /** The database administrator's connection. */
  url: string;
}

let shared: Promise<SharedServer> | undefined;
let isTaken = false;

/**
 * The Vitest worker's server, emptied: its files use it one after another. `own`: one of its own, for a file that
 * listens on a port, closes the app, needs two servers, starts processes or measures plans.
 */
export async function aServer({ worker = false, own = false } = {}): Promise<TestServer> {
  const server = await (own ? openOwn() : takeShared());
  if (worker) {
    const running = await startWorkerProcess(server.config, testLog);
    atTheEnd(() => running.stop());
  }
  return server;
}

async function openOwn(): Promise<TestServer> {
  const server = await openServer();
  atTheEnd(() => server.close());
  return server;
}

async function takeShared(): Promise<TestServer> {
  if (isTaken) throw new Error('This file has a server already: it needs aServer({ own: true }) for a second one.');
  isTaken = true;
  atTheEnd(() => {
    isTaken = false;
  });
  shared ??= openServer().then(shareable); // closed with PostgreSQL, after the run
  const server = await shared;
  await server.clear();
  return server;
}

async function openServer() {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(process.env.TEST_FILES ?? tmpdir(), 'server-'));
  const config: Config = {
    demo: true,
    port: 0,
    host: '127.0.0.1',
    dataDir,
    databaseUrl: database.url,
    publicUrl: null,
    redisUrl: null,
    s3: null,
    key: testKey,
    previousKey: null,
    trustProxy: 0,
    metricsPort: null,
    metricsToken: null,
    sessionIdleHours: 12,
    journalMonths: 25,
    importFileDays: 30,
    storageQuota: 50 * 1024 ** 3,
    clamd: null,
    smtp: null,
    ses: null,
    mailDns: { spf: 'include:steward.test', mx: 'mx.steward.test' },
    stripeKey: null,
    stripeWebhookSecret: null,
    twilio: null,
    voice: { host: '127.0.0.1', port: 0, address: null, announce: [], udpPorts: null, turn: null },
    hideDialer: false,
    variant: 'standard',
    supportEmail: null,
    privateNetworks: true,
    dnsServers: [],
    logLevel: 'silent',
    fallenWorkers: [],
  };
  const { platform, urlOf, close } = await openPlatform(config, testLog, 5);
  platform.voice = aPhone();
  const app = await createApp(platform, allRoutes);
  mountDocuments(app, allEndpoints, config.publicUrl);
  const operator = connect(urlOf('operator'), testLog, { max: 3, name: 'test operator' });
  return {
    ...{ app, platform, config, operator, urlOf, url: database.url },
    async close() {
      await app.close();
      await Promise.all([close(), operator.close()]);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface SharedServer extends TestServer {
  /** Takes back what a file changed, but for the counters of ids: the server remembers companies for a while. */
  clear(): Promise<void>;
}

async function shareable(server: TestServer): Promise<SharedServer> {
  const { platform, config, url } = server;
  const [platformBefore, configBefore] = [{ ...platform }, { ...config }];
  const kept = await filledTables(url);
  return {
    ...server,
    async clear() {
      Object.assign(platform, platformBefore, { voice: aPhone() });
      Object.assign(config, configBefore);
      await rm(join(config.dataDir, 'files'), { recursive: true, force: true });
      await emptyTables(url, kept);
    },
  };
}

/** The same server as in a deployment: accepts any Host. Ends with the file's tests. */
export async function asDeployed({ platform, config }: TestServer): Promise<FastifyInstance> {
  const app = await createApp({ ...platform, config: { ...config, demo: false, publicUrl: 'https://crm.example' } }, allRoutes);
  atTheEnd(() => app.close());
  return app;
}

/** A refusal as the client saw it. */
export class Refused extends Error {
  readonly status: number;
  readonly problem: Problem;
  constructor(status: number, problem: Problem) {
    super(`${status} ${problem.code}: ${JSON.stringify(problem.errors ?? problem.detail ?? problem.title)}`);
    this.status = status;
    this.problem = problem;
  }
  get code() {
    return this.problem.code;
  }
}

export interface Client {
  userId: number;
  token: string;
  headers: Record<string, string>;
  /** The parsed answer; throws Refused. */
  call<E extends Endpoint>(endpoint: E, input: Sent<E>): Promise<AnswerOf<E>>;
}

/** A signed-in user, without the cost of a password hash. */
export async function signedIn(server: TestServer, companyId: number, userId: number): Promise<Client> {
  const token = `${companyId}.${randomBytes(32).toString('base64url')}`;
  await server.operator.db
    .insertInto('sessions')
    .values({
      company_id: companyId,
      user_id: userId,
      token_hash: hashToken(token),
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  const csrf = csrfTokenOf(token, testSeal);
  const headers = { cookie: `token=${token}; csrf_token=${csrf}`, 'x-csrf-token': csrf };
  return { userId, token, headers, call: (endpoint, input) => call(server.app, headers, endpoint, input) };
}

export async function call<E extends Endpoint>(
  app: FastifyInstance,
  headers: Record<string, string>,
  endpoint: E,
  input: Sent<E>,
): Promise<AnswerOf<E>> {
  const response = await send(app, headers, endpoint, input as object);
  if (response.statusCode >= 400) throw new Refused(response.statusCode, response.json<Problem>());
  if (endpoint.kind === 'stream') return response.body as AnswerOf<E>;
  return (response.statusCode === 204 ? undefined : response.json()) as AnswerOf<E>;
}

/** The answer as sent. */
export function send(app: FastifyInstance, headers: Record<string, string>, endpoint: Endpoint, input: object) {
  const { url, headers: type, body } = payloadOf(endpoint, input);
  return app.inject({
    method: endpoint.method,
    url,
    headers: { ...headers, ...type },
    ...(body !== undefined && { payload: body }),
  });
}

/** A call as HTTP sends it. */
export function payloadOf(endpoint: Endpoint, input: object) {
  const { url, headers, body } = requestOf(endpoint, input);
  const { files = {} } = input as { files?: Record<string, TestFile> };
  const sent = payload(endpoint, body, files);
  return { url, ...sent, headers: { ...headers, ...sent.headers } };
}

function payload(endpoint: Endpoint, body: unknown, files: Record<string, TestFile>) {
  if (endpoint.kind === 'multipart') return multipart(body as object, files);
  return endpoint.kind === 'form' ? form(body as Record<string, string>) : json(body);
}

/** The payload of a call; files by the name of their form field. */
export type Sent<E> = KeyedCallOf<E> & (E extends { kind: 'multipart' } ? { files?: Record<string, TestFile> } : unknown);

export interface TestFile {
  name: string;
  content: string | Buffer;
}

const json = (body: unknown): { headers: Record<string, string>; body: string | undefined } =>
  body === undefined
    ? { headers: {}, body: undefined }
    : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };

const form = (fields: Record<string, string>) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});

function multipart(fields: object, files: Record<string, TestFile>) {
  const boundary = `----test${randomBytes(8).toString('hex')}`;
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(fields ?? {})) {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    parts.push(Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`));
  }
  for (const [name, file] of Object.entries(files)) {
    parts.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      ),
    );
    parts.push(Buffer.from(file.content), Buffer.from('\r\n'));
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body: Buffer.concat(parts) };
}
