// An operator's mail settings: the server, the sender, and the signature.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';

export const mailEnvironment = {
  /** A mail server, as smtps://user:password@smtp.example.com:465 or smtp://…:587. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
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
  /**
   * What a company's SPF record has to name: `include:_spf.mail.example.com`. Default: the domain of
   * MAIL_FROM.
   */
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

export interface SmtpConfig {
  url: string;
  from: string;
  dkim: { domainName: string; keySelector: string; privateKey: KeyObject } | null;
}

/** What the DNS records of companies' own domains name. */
export interface MailDns {
  spf: string;
  /** Null: each company chooses its mail server for answers. */
  mx: string | null;
}

type MailEnvironment = z.output<z.ZodObject<typeof mailEnvironment>>;

const mailNames = ['SMTP_URL', 'MAIL_FROM', 'MAIL_DKIM_DOMAIN', 'MAIL_DKIM_SELECTOR', 'MAIL_DKIM_KEY'] as const;
const dkimNames = mailNames.slice(2);

export function wrongMail(env: MailEnvironment, demo: boolean): string[] {
  const given = mailNames.filter((name) => env[name] !== undefined);
  if (given.length === 0) return [];
  if (demo) return given.map((name) => `  ${name}: is for a deployment; the demo has a mailbox of its own`);
  const wrong = (['SMTP_URL', 'MAIL_FROM'] as const)
    .filter((name) => !env[name])
    .map((name) => `  ${name}: must be set where ${given[0]} is`);
  const missing = dkimNames.filter((name) => !env[name]);
  if (missing.length > 0 && missing.length < dkimNames.length)
    wrong.push(...missing.map((name) => `  ${name}: must be set where the other two for DKIM are`));
  if (env.MAIL_DKIM_KEY && !rsaKey(env.MAIL_DKIM_KEY)) wrong.push('  MAIL_DKIM_KEY: must be an RSA key in PEM');
  return wrong;
}

export function mailDnsOf({ MAIL_FROM, MAIL_SPF, MAIL_MX }: MailEnvironment): MailDns {
  const own = MAIL_FROM ? domainOf(MAIL_FROM) : 'steward.test';
  return { spf: MAIL_SPF ?? `include:${own}`, mx: MAIL_MX ?? (MAIL_FROM ? null : 'mx.steward.test') };
}

const domainOf = (sender: string) =>
  sender
    .slice(sender.lastIndexOf('@') + 1)
    .replace(/>$/, '')
    .toLowerCase();

export function smtpOf(env: MailEnvironment): SmtpConfig | null {
  if (!env.SMTP_URL || !env.MAIL_FROM) return null;
  const { MAIL_DKIM_DOMAIN: domainName, MAIL_DKIM_SELECTOR: keySelector } = env;
  const privateKey = env.MAIL_DKIM_KEY && rsaKey(env.MAIL_DKIM_KEY);
  const dkim = domainName && keySelector && privateKey ? { domainName, keySelector, privateKey } : null;
  return { url: env.SMTP_URL, from: env.MAIL_FROM, dkim };
}

/** Checked at start: with an unreadable key the mail library would silently send unsigned mail. */
function rsaKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'));
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}
