// What an operator may set, read from the environment once, at start. Every bad variable is named before anything runs.
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const Environment = z.object({
  PORT: z.coerce.number().pipe(z.int().min(0).max(65535)).default(3000),
  HOST: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Where people reach it, as https://crm.example.com. Once set, this is no demo. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** 32 bytes in base64: seals secrets at rest, and the database roles' passwords come from it. */
  ENVELOPE_KEY: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64')
    .optional(),
  /** How many proxies of one's own stand in front; the address is what the outermost of them saw. */
  TRUST_PROXY: z.coerce.number().pipe(z.int().min(0).max(10)).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Set by the supervisor for its children alone. */
  EMBEDDED_DATABASE_URL: z.string().optional(),
  FALLEN_WORKERS: z.string().default(''),
});

export interface Config {
  /** Nothing outside is configured: embedded database, demo companies, sandbox, loopback alone. */
  demo: boolean;
  port: number;
  host: string;
  dataDir: string;
  /** The administrator's connection: sets up roles and migrates. Null until the embedded database runs. */
  databaseUrl: string | null;
  publicUrl: string | null;
  key: Buffer;
  /** Proxies in front. */
  trustProxy: number;
  logLevel: string;
  /** Workers whose end the supervisor saw, as they sign their jobs. */
  fallenWorkers: string[];
}

export class BadConfig extends Error {}

export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new BadConfig(`Steward cannot start with this configuration:\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  const demo = !env.DATABASE_URL && !env.PUBLIC_URL;
  const dataDir = resolve(env.DATA_DIR);
  const wrong = [
    !demo && !env.DATABASE_URL && '  DATABASE_URL: must be set where PUBLIC_URL is, since the embedded database is for the demo',
    !demo &&
      !env.ENVELOPE_KEY &&
      '  ENVELOPE_KEY: must be set outside the demo (32 bytes in base64, for example: openssl rand -base64 32)',
    demo && env.HOST && !isLoopback(env.HOST) && '  HOST: the demo, whose passwords are known, listens on loopback alone',
  ].filter(Boolean);
  if (wrong.length > 0) throw new BadConfig(`Steward cannot start with this configuration:\n${wrong.join('\n')}`);
  return {
    demo,
    port: env.PORT,
    host: env.HOST ?? '127.0.0.1',
    dataDir,
    databaseUrl: env.DATABASE_URL ?? env.EMBEDDED_DATABASE_URL ?? null,
    publicUrl: env.PUBLIC_URL ?? null,
    key: env.ENVELOPE_KEY ? Buffer.from(env.ENVELOPE_KEY, 'base64') : keptKey(dataDir),
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    fallenWorkers: env.FALLEN_WORKERS.split(',').filter(Boolean),
  };
}

/** The demo makes its own key, once: written aside and named when whole, since half a key would seal what nobody opens again. */
function keptKey(dataDir: string): Buffer {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'envelope.key');
  const aside = `${file}.new`;
  rmSync(aside, { force: true }); // of a start that fell
  if (!existsSync(file)) {
    writeFileSync(aside, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600, flush: true });
    linkSync(aside, file); // refuses where another start was faster
    rmSync(aside);
  }
  return Buffer.from(readFileSync(file, 'utf8'), 'base64');
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');
