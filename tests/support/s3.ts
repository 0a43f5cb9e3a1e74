// Real S3 servers for one test, on loopback. Two, because each enforces some of S3's rules: s3rver checks
// signatures, fauxqs checks part sizes and can abort uploads.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#kernel/embedded/freePort.ts';
import type { S3Config } from '#kernel/ops/config.ts';
import { atTheEnd } from './atTheEnd.ts';
import { end } from './child.ts';

const program = fileURLToPath(new URL('./s3Server.ts', import.meta.url));
const bucket = 'steward-files';

export async function anS3(which: 's3rver' | 'fauxqs') {
  const folder = await mkdtemp(join(tmpdir(), 'steward-s3-'));
  const port = await freePort();
  let child: ChildProcess;
  const config: S3Config = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    pathStyle: true,
  };
  const server = {
    config,
    /** The same as a deployment's settings. */
    environment: {
      S3_ENDPOINT: config.endpoint,
      S3_BUCKET: config.bucket,
      S3_REGION: config.region,
      S3_ACCESS_KEY_ID: config.accessKeyId,
      S3_SECRET_ACCESS_KEY: config.secretAccessKey,
      S3_PATH_STYLE: 'true',
    },
    async start() {
      child = fork(program, [which, String(port), folder, bucket], { execArgv: [] });
      await once(child, 'message');
    },
    kill: () => end(child, 'SIGKILL'),
    /** Accepts connections, but never answers. */
    hang: () => child.kill('SIGSTOP'),
    goOn: () => child.kill('SIGCONT'),
    /** Every file of ours on the server, complete or in parts, as stored. */
    async contents(): Promise<Buffer[]> {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return Promise.all(entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name))));
    },
  };
  await server.start();
  atTheEnd(async () => {
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  });
  return server;
}
