// A Redis for one test, on loopback, without persistence, with a password.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createClient } from '@redis/client';
import { freePort } from '#kernel/embedded/freePort.ts';
import { findRedisServer } from '../../tools/redisServer.ts';
import { atTheEnd } from './atTheEnd.ts';
import { end } from './child.ts';

const password = 'redis-demo';

export async function aRedis() {
  const { path, name, env } = findRedisServer();
  const port = await freePort();
  const options = { port, bind: '127.0.0.1', requirepass: password, save: '', appendonly: 'no' };
  const args = Object.entries(options).flatMap(([option, value]) => [`--${option}`, String(value)]);
  let child: ChildProcess;
  const redis = {
    url: `redis://:${password}@127.0.0.1:${port}`,
    async start() {
      const started = spawn(path, args, { argv0: name, env, stdio: ['ignore', 'pipe', 'inherit'] });
      child = started;
      for await (const line of createInterface({ input: started.stdout })) {
        if (line.includes('Ready to accept connections')) return void started.stdout.resume();
      }
      throw new Error('Redis for the tests did not start.');
    },
    /** Like a machine that loses its power. */
    kill: () => end(child, 'SIGKILL'),
    /** Connections stay open, but get no answers. */
    hang: () => child.kill('SIGSTOP'),
    goOn: () => child.kill('SIGCONT'),
    /** Everyone keeps the connection, but without the permission while `work` runs. */
    async refuse(command: string, work: () => Promise<void>) {
      const admin = await createClient({ url: redis.url }).connect();
      await admin.sendCommand(['ACL', 'SETUSER', 'default', `-${command}`]);
      await work();
      await admin.sendCommand(['ACL', 'SETUSER', 'default', `+${command}`]);
      admin.destroy();
    },
  };
  await redis.start();
  atTheEnd(() => redis.kill());
  return redis;
}
