// An operator's mail settings: the way out (a mail server, or Amazon SES), the sender, and the signature.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';

export const mailEnvironment = {
  /** A mail server, as smtps://user:password@smtp.example.com:465 or smtp://…:587. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Amazon SES instead of a mail server: a region, and a key that may send; all three, or none. */
  SES_REGION: z
    .string()
    .regex(/^[a-z]{2}(?:-[a-z]+){1,2}-\d$/, 'must be a region, as us-east-1')
    .optional(),
  SES_ACCESS_KEY_ID: z
    .string()
    .regex(/^\w{16,128}$/, 'must be an access key id, as AKIA…')
    .optional(),
  SES_SECRET_ACCESS_KEY: z.string().optional(),
  /** The configuration set of SES: it publishes the events of the mail. */
  SES_CONFIGURATION_SET: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be the name of a configuration set')
    .optional(),
  /** Topics of SNS whose calls count, by comma, and the last part of the address that they call: both, or none. */
  SES_TOPICS: z
    .string()
    .transform((text) => text.split(',').flatMap((topic) => topic.trim() || []))
    .refine(
      (topics) => topics.length > 0 && topics.every(isTopic),
      'must be as arn:aws:sns:us-east-1:123456789012:mail, by comma',
    )
    .optional(),
  SES_WEBHOOK_TOKEN: z
    .string()
    .regex(/^[\w-]{32,100}$/, 'must be 32 to 100 letters and digits, for example: openssl rand -hex 32')
    .optional(),
  /** The sender: `Steward <no-reply@example.com>`, or only the address. */
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>@\r\n]{0,100}<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'must be as Steward <no-reply@example.com>')
    .optional(),
  /**
   * Sign mail: all three, or none. The key is RSA in PEM, its lines joined by \\n if the environment allows
   * only one line.
   */
  MAIL_DKIM_DOMAIN: z.string().optional(),
  MAIL_DKIM_SELECTOR: z.string().optional(),
  MAIL_DKIM_KEY: z.string().optional(),
  /** The part that a company's SPF record must contain: `include:_spf.mail.example.com`. Default: the domain of MAIL_FROM. */
  MAIL_SPF: z
    .string()
    .regex(
      /^(?:include|a|mx|ip4|ip6|redirect|exists):[^\s]{1,200}(?: (?:include|a|mx|ip4|ip6|exists):[^\s]{1,200})*$/,
      'must be as include:example.com',
    )
    .optional(),
  /** The host that takes mail for the domains to which answers go. */
  MAIL_MX: z
    .string()
    .regex(/^(?:[a-z0-9-]{1,63}\.)+[a-z]{2,63}$/i, 'must be a host, as mx.example.com')
    .optional(),
};

interface SenderConfig {
  from: string;
  dkim: { domainName: string; keySelector: string; privateKey: KeyObject } | null;
}

export interface SmtpConfig extends SenderConfig {
  url: string;
}

export interface SesConfig extends SenderConfig {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  configurationSet: string | null;
  /** Null: SES tells us nothing of what becomes of a mail. */
  reports: { topics: string[]; token: string } | null;
}

/** Values for the DNS records of companies' own domains. */
export interface MailDns {
  spf: string;
  /** Null: each company chooses its mail server for answers. */
  mx: string | null;
}

type MailEnvironment = z.output<z.ZodObject<typeof mailEnvironment>>;

const dkimNames = ['MAIL_DKIM_DOMAIN', 'MAIL_DKIM_SELECTOR', 'MAIL_DKIM_KEY'] as const;
const sesKeys = ['SES_REGION', 'SES_ACCESS_KEY_ID', 'SES_SECRET_ACCESS_KEY'] as const;
const sesReports = ['SES_TOPICS', 'SES_WEBHOOK_TOKEN'] as const;
const sesNames = [...sesKeys, 'SES_CONFIGURATION_SET', ...sesReports] as const;
const mailNames = ['SMTP_URL', ...sesNames, 'MAIL_FROM', ...dkimNames] as const;

export function wrongMail(env: MailEnvironment, demo: boolean): string[] {
  const given = mailNames.filter((name) => env[name] !== undefined);
  if (given.length === 0) return [];
  if (demo) return given.map((name) => `  ${name}: is for a deployment; the demo has a mailbox of its own`);
  const ofSes = sesNames.filter((name) => env[name] !== undefined);
  return [
    ...(env.SMTP_URL && ofSes[0] ? [`  ${ofSes[0]}: stands instead of SMTP_URL, not beside it: mail leaves one way`] : []),
    ...(env.SMTP_URL || ofSes[0] ? [] : [`  SMTP_URL: must be set where ${given[0]} is, or SES_REGION and its key`]),
    ...(env.MAIL_FROM ? [] : [`  MAIL_FROM: must be set where ${given[0]} is`]),
    ...(ofSes[0] ? sesKeys : []).filter((name) => !env[name]).map((name) => `  ${name}: must be set where ${ofSes[0]} is`),
    ...allOrNone(env, sesReports),
    ...allOrNone(env, dkimNames),
    ...(env.MAIL_DKIM_KEY && !rsaKey(env.MAIL_DKIM_KEY) ? ['  MAIL_DKIM_KEY: must be an RSA key in PEM'] : []),
  ];
}

function allOrNone(env: MailEnvironment, names: readonly (keyof MailEnvironment)[]): string[] {
  const given = names.find((name) => env[name] !== undefined);
  const missing = given ? names.filter((name) => env[name] === undefined) : [];
  return missing.map((name) => `  ${name}: must be set where ${given} is`);
}

export function mailDnsOf({ MAIL_FROM, MAIL_SPF, MAIL_MX, SES_REGION }: MailEnvironment): MailDns {
  const own = SES_REGION ? 'amazonses.com' : MAIL_FROM ? domainOf(MAIL_FROM) : 'steward.test';
  return { spf: MAIL_SPF ?? `include:${own}`, mx: MAIL_MX ?? (MAIL_FROM ? null : 'mx.steward.test') };
}

const domainOf = (sender: string) =>
  sender
    .slice(sender.lastIndexOf('@') + 1)
    .replace(/>$/, '')
    .toLowerCase();

export const smtpOf = ({ SMTP_URL: url, ...env }: MailEnvironment): SmtpConfig | null => {
  const sender = senderOf(env);
  return url && sender ? { url, ...sender } : null;
};

export function sesOf(env: MailEnvironment): SesConfig | null {
  const { SES_REGION: region, SES_ACCESS_KEY_ID: accessKeyId, SES_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const { SES_TOPICS: topics, SES_WEBHOOK_TOKEN: token, SES_CONFIGURATION_SET: configurationSet = null } = env;
  const sender = senderOf(env);
  if (!region || !accessKeyId || !secretAccessKey || !sender) return null;
  const reports = topics && token ? { topics, token } : null;
  return { region, accessKeyId, secretAccessKey, configurationSet, reports, ...sender };
}

function senderOf(env: MailEnvironment): SenderConfig | null {
  const { MAIL_FROM: from, MAIL_DKIM_DOMAIN: domainName, MAIL_DKIM_SELECTOR: keySelector, MAIL_DKIM_KEY: pem } = env;
  const privateKey = pem && rsaKey(pem);
  return from ? { from, dkim: domainName && keySelector && privateKey ? { domainName, keySelector, privateKey } : null } : null;
}

const isTopic = (arn: string) => /^arn:aws(?:-us-gov)?:sns:[a-z]{2}(?:-[a-z]+){1,2}-\d:\d{12}:[\w-]{1,256}$/.test(arn);

/** Checked at start: with an unreadable key the mail library would silently send unsigned mail. */
function rsaKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'));
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}
