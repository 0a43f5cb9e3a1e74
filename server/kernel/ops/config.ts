// An operator's settings, read from the environment once at start. Reports every wrong variable before anything runs.
import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type Variant, variants } from '#contract/lookups.ts';
import {
  type MailDns,
  mailDnsOf,
  mailEnvironment,
  type SesConfig,
  type SmtpConfig,
  sesOf,
  smtpOf,
  wrongMail,
} from '#kernel/mail/mailConfig.ts';
import { type TwilioConfig, telephonyEnvironment, twilioOf, wrongTelephony } from '#kernel/telephony/telephonyConfig.ts';
import { type VoiceConfig, voiceEnvironment, voiceOf, wrongVoice } from '#kernel/voice/voiceConfig.ts';

/** All settings. */
export const Environment = z.object({
  PORT: z.coerce.number().pipe(z.int().min(0).max(65535)).default(3000),
  HOST: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Carries cable messages between processes instead of PostgreSQL. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** A bucket for files instead of DATA_DIR: all of them, or none. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Puts the bucket into the path, not the host's name, as self-hosted stores need it. */
  S3_PATH_STYLE: z.stringbool().optional(),
  /** The public address, such as https://crm.example.com. With it, this is no demo. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address, as https://crm.example.com' })
    .refine(
      (url) => `${new URL(url).origin}/` === new URL(url).href,
      'must be an address without a path, as https://crm.example.com',
    )
    .transform((url) => new URL(url).origin)
    .optional(),
  /** 32 bytes in base64: seals stored secrets; the database roles' passwords come from it. */
  ENVELOPE_KEY: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64')
    .optional(),
  /** The previous key while data moves to the new one: it opens, but seals nothing. */
  ENVELOPE_KEY_PREVIOUS: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64')
    .optional(),
  /** How many own proxies are in front; the client address is what the outermost one saw. */
  TRUST_PROXY: z.coerce.number().pipe(z.int().min(0).max(10)).default(0),
  /** The port of a worker's metrics; a web process has them on its own port. */
  METRICS_PORT: z.coerce.number().pipe(z.int().min(0).max(65535)).optional(),
  /** The token to read metrics from anywhere; without it only this machine can. */
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  /** Hours until an unused session ends; no session lasts longer than 14 days. */
  SESSION_IDLE_HOURS: z.coerce.number().pipe(z.int().min(1).max(336)).default(12),
  /** How long the journal of contacts is kept; an undo needs it for 90 days. */
  JOURNAL_MONTHS: z.coerce.number().pipe(z.int().min(4).max(1200)).default(25),
  /** How long the file of a finished import is kept. */
  IMPORT_FILE_DAYS: z.coerce.number().pipe(z.int().min(1).max(36_500)).default(30),
  /** Maximum bytes for the files of one company. */
  STORAGE_QUOTA: z.coerce
    .number()
    .pipe(z.int().min(1))
    .default(50 * 1024 ** 3),
  /** A ClamAV daemon that scans uploaded files, as 127.0.0.1:3310. */
  CLAMD_ADDRESS: z
    .string()
    .refine((text) => clamdOf(text) !== null, 'must be an address and a port, as 127.0.0.1:3310')
    .optional(),
  ...mailEnvironment,
  /** The secret key of the Stripe account that takes payments by card. */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_/, 'must be a secret key of Stripe, as sk_live_…')
    .optional(),
  /** Signs Stripe's calls to /v1/webhooks/stripe/account. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must be the secret of a webhook endpoint of Stripe, as whsec_…')
    .optional(),
  ...telephonyEnvironment,
  ...voiceEnvironment,
  /** No phone in the browser, as in an environment for tests. */
  HIDE_DIALER: z.stringbool().default(false),
  /** The variant that gives the pages before sign-in their name, mark and color. */
  VARIANT: z.enum(variants).default('standard'),
  /** The address for questions, on the public pages. */
  SUPPORT_EMAIL: z.email().optional(),
  /** Lets single sign-on reach providers inside the own network, and without https. */
  ALLOW_PRIVATE_NETWORKS: z.stringbool().default(false),
  /**
   * DNS servers for domains of single sign-on and of e-mail addresses, as 9.9.9.9 or 127.0.0.1:5353, by comma; default: the
   * machine's own.
   */
  DNS_SERVERS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((server) => server.trim() || []))
    .refine(areDnsServers, 'must be addresses, as 9.9.9.9 or 127.0.0.1:5353, by comma'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Only for children of the supervisor. */
  EMBEDDED_DATABASE_URL: z.string().optional(),
  FALLEN_WORKERS: z.string().default(''),
});

export interface Config {
  /** Nothing outside is configured: embedded database, demo companies, sandbox, loopback only. */
  demo: boolean;
  port: number;
  host: string;
  dataDir: string;
  /** The administrator's connection: sets up roles and migrates. Null until the embedded database runs. */
  databaseUrl: string | null;
  /** `https://crm.example.com`; null only in the demo. */
  publicUrl: string | null;
  /** Null: PostgreSQL carries cable messages. */
  redisUrl: string | null;
  /** Null: files are in the data folder. */
  s3: S3Config | null;
  key: Buffer;
  previousKey: Buffer | null;
  /** Proxies in front. */
  trustProxy: number;
  /** Null: a worker publishes none. */
  metricsPort: number | null;
  metricsToken: string | null;
  sessionIdleHours: number;
  journalMonths: number;
  importFileDays: number;
  /** Bytes for one company. */
  storageQuota: number;
  /** Scans uploaded files; null: none does. */
  clamd: { host: string; port: number } | null;
  /** At most one of these two. Both null: the sandbox in the demo, otherwise no mail. */
  smtp: SmtpConfig | null;
  ses: SesConfig | null;
  /** For the domains of companies. */
  mailDns: MailDns;
  /** Null: the demo's own processor, otherwise no cards. */
  stripeKey: string | null;
  /** Null: Stripe's calls are not taken. */
  stripeWebhookSecret: string | null;
  /** Null: the sandbox in the demo, otherwise no texts and no number checks. */
  twilio: TwilioConfig | null;
  voice: VoiceConfig;
  hideDialer: boolean;
  /** Of pages before sign-in. After it, the company's own counts. */
  variant: Variant;
  supportEmail: string | null;
  privateNetworks: boolean;
  dnsServers: string[];
  logLevel: string;
  /** Crashed workers that the supervisor saw, by the ids on their jobs. */
  fallenWorkers: string[];
}

/** Whether the public address uses https. */
export const isHttps = ({ publicUrl }: Config) => publicUrl?.startsWith('https:') ?? false;

export interface S3Config {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  pathStyle: boolean;
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
      !env.PUBLIC_URL &&
      '  PUBLIC_URL: must be set where DATABASE_URL is: cookies, links in mail and single sign-on go by it',
    !demo &&
      !env.ENVELOPE_KEY &&
      '  ENVELOPE_KEY: must be set outside the demo (32 bytes in base64, for example: openssl rand -base64 32)',
    env.ENVELOPE_KEY_PREVIOUS && !env.ENVELOPE_KEY && '  ENVELOPE_KEY_PREVIOUS: stands beside ENVELOPE_KEY, the new key',
    demo && env.HOST && !isLoopback(env.HOST) && '  HOST: the demo, whose passwords are known, listens on loopback alone',
    demo && env.REDIS_URL && '  REDIS_URL: is for a deployment, which has a DATABASE_URL as well',
    demo && env.STRIPE_SECRET_KEY && '  STRIPE_SECRET_KEY: is for a deployment, which has a DATABASE_URL as well',
    env.STRIPE_WEBHOOK_SECRET && !env.STRIPE_SECRET_KEY && '  STRIPE_WEBHOOK_SECRET: stands beside STRIPE_SECRET_KEY',
    ...wrongS3(env, demo),
    ...wrongMail(env, demo),
    ...wrongTelephony(env, demo),
    ...wrongVoice(env),
  ].filter(Boolean);
  if (wrong.length > 0) throw new BadConfig(`Steward cannot start with this configuration:\n${wrong.join('\n')}`);
  return {
    demo,
    port: env.PORT,
    host: env.HOST ?? '127.0.0.1',
    dataDir,
    databaseUrl: env.DATABASE_URL ?? env.EMBEDDED_DATABASE_URL ?? null,
    publicUrl: env.PUBLIC_URL ?? null,
    redisUrl: env.REDIS_URL ?? null,
    s3: s3Of(env),
    key: env.ENVELOPE_KEY ? Buffer.from(env.ENVELOPE_KEY, 'base64') : keptKey(dataDir),
    previousKey: env.ENVELOPE_KEY_PREVIOUS ? Buffer.from(env.ENVELOPE_KEY_PREVIOUS, 'base64') : null,
    trustProxy: env.TRUST_PROXY,
    metricsPort: env.METRICS_PORT ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    sessionIdleHours: env.SESSION_IDLE_HOURS,
    journalMonths: env.JOURNAL_MONTHS,
    importFileDays: env.IMPORT_FILE_DAYS,
    storageQuota: env.STORAGE_QUOTA,
    clamd: env.CLAMD_ADDRESS ? clamdOf(env.CLAMD_ADDRESS) : null,
    smtp: smtpOf(env),
    ses: sesOf(env),
    mailDns: mailDnsOf(env),
    stripeKey: env.STRIPE_SECRET_KEY ?? null,
    stripeWebhookSecret: env.STRIPE_WEBHOOK_SECRET ?? null,
    twilio: twilioOf(env),
    voice: voiceOf(env),
    hideDialer: env.HIDE_DIALER,
    variant: env.VARIANT,
    supportEmail: env.SUPPORT_EMAIL ?? (demo ? 'support@steward.test' : null),
    privateNetworks: demo || env.ALLOW_PRIVATE_NETWORKS,
    dnsServers: env.DNS_SERVERS,
    logLevel: env.LOG_LEVEL,
    fallenWorkers: env.FALLEN_WORKERS.split(',').filter(Boolean),
  };
}

const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

function wrongS3(env: z.output<typeof Environment>, demo: boolean): string[] {
  const given = [...s3Names, 'S3_PATH_STYLE' as const].filter((name) => env[name] !== undefined);
  if (demo) return given.map((name) => `  ${name}: is for a deployment, which has a DATABASE_URL as well`);
  if (given.length === 0) return [];
  return s3Names.filter((name) => !env[name]).map((name) => `  ${name}: must be set where ${given.join(', ')} is`);
}

function s3Of(env: z.output<typeof Environment>): S3Config | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_PATH_STYLE = false } = env;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_REGION || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null;
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    pathStyle: S3_PATH_STYLE,
  };
}

/**
 * The demo makes its own key once: written to a second file and renamed when complete, as half a key would be
 * useless.
 */
function keptKey(dataDir: string): Buffer {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'envelope.key');
  const aside = `${file}.new`;
  rmSync(aside, { force: true }); // left by a start that crashed
  if (!existsSync(file)) {
    writeFileSync(aside, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600, flush: true });
    linkSync(aside, file); // fails if another start was faster
    rmSync(aside);
  }
  return Buffer.from(readFileSync(file, 'utf8'), 'base64');
}

/** A name that only looks like this machine's address may lead anywhere. */
export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/** `127.0.0.1:3310`, `[::1]:3310` or `clamd:3310`. */
function clamdOf(text: string): Config['clamd'] {
  const [, host = '', port = ''] =
    /^(?:\[([0-9a-f:]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text)?.filter((part) => part !== undefined) ?? [];
  return host && Number(port) > 0 && Number(port) < 65_536 ? { host, port: Number(port) } : null;
}

function areDnsServers(servers: string[]): boolean {
  try {
    new Resolver().setServers(servers);
    return true;
  } catch {
    return false;
  }
}
