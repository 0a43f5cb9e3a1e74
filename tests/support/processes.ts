// The product's own processes on a test server's database, as a deployment runs them: any number of each role,
// and calls to them over HTTP.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AnswerOf, Endpoint } from '#contract/kit/endpoint.ts';
import { lean } from '../../server/roleProcess.ts';
import { atTheEnd } from './atTheEnd.ts';
import { end } from './child.ts';
import { testKey } from './database.ts';
import { payloadOf, Refused, type Sent, type TestServer } from './server.ts';

/** The product's main, with a report of its memory. */
const main = fileURLToPath(new URL('./watchedProcess.ts', import.meta.url));

type Role = 'web' | 'worker' | 'voice' | 'migrate';
type Environment = Record<string, string>;

export interface TestProcess {
  /** `http://127.0.0.1:port` of a web process. */
  address: string;
  /** Its peak memory so far, in bytes. */
  peak(): Promise<number>;
  /** A clean stop, as by an orchestrator. */
  stop(): Promise<void>;
  /** As a crash. */
  kill(): Promise<void>;
}

const deploymentEnvironment = (databaseUrl: string, more: Environment): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  DATABASE_URL: databaseUrl,
  PUBLIC_URL: 'http://localhost:3000',
  ENVELOPE_KEY: testKey.toString('base64'),
  PORT: '0',
  LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
  ...more,
});

/** Resolves when the process is ready; it ends at the latest with the file's tests. */
export async function startProcess(
  { url, config }: TestServer,
  role: 'web' | 'worker' | 'voice',
  more: Environment = {},
): Promise<TestProcess> {
  const env = deploymentEnvironment(url, { DATA_DIR: config.dataDir, ...more });
  const child = fork(main, ['--role', role], { env, execArgv: lean, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  atTheEnd(() => end(child));
  const [ready] = (await Promise.race([once(child, 'message'), failed(child, role)])) as [{ port?: number }];
  return {
    address: `http://127.0.0.1:${ready.port}`,
    async peak() {
      child.send('peak');
      const [{ peak }] = (await once(child, 'message')) as [{ peak: number }];
      return peak;
    },
    stop: () => end(child),
    kill: () => end(child, 'SIGKILL'),
  };
}

/** A process that ends by itself: its exit and its output. */
export async function runProcess(
  databaseUrl: string,
  role: Role,
  more: Environment = {},
): Promise<{ code: number; said: string }> {
  const child = fork(main, ['--role', role], { env: deploymentEnvironment(databaseUrl, more), execArgv: [], silent: true });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.on('message', () => child.kill()); // it is ready, though it should have ended
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? -1, said };
}

/** Like Client.call, over HTTP to one process. */
export async function callAt<E extends Endpoint>(
  address: string,
  headers: Record<string, string>,
  endpoint: E,
  input: Sent<E>,
): Promise<AnswerOf<E>> {
  const response = await sendTo(address, headers, endpoint, input as object);
  const text = await response.text();
  if (!response.ok) throw new Refused(response.status, JSON.parse(text));
  return (text === '' ? undefined : JSON.parse(text)) as AnswerOf<E>;
}

/** The answer as sent. */
export function sendTo(address: string, headers: Record<string, string>, endpoint: Endpoint, input: object): Promise<Response> {
  const { url, headers: type, body = null } = payloadOf(endpoint, input);
  return fetch(address + url, { method: endpoint.method, headers: { ...headers, ...type }, body });
}

async function failed(child: ChildProcess, role: Role): Promise<never> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = await once(child, 'close');
  throw new Error(`the ${role} process ended with ${code} before it was ready: ${said}`);
}
