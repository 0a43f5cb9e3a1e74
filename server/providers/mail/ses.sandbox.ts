// An account of SES inside this process, in place of fetch: keeps the rules of its API v2, and checks each
// signature by its own arithmetic. Accepted mail stays in memory; nothing leaves this machine.
import { createHash, createHmac, createPrivateKey, randomUUID, timingSafeEqual } from 'node:crypto';
import PostalMime from 'postal-mime';
import { z } from 'zod';
import { messageIdBySes } from './mail.sesEvents.ts';

export interface SesAccount {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Domains and addresses that it has verified. */
  verified: Set<string>;
  configurationSets: Set<string>;
  /** Mails a second, and in 24 hours. */
  rate: number;
  quota: number;
  state: 'good' | 'no_production_access' | 'paused' | 'shutdown';
  accepted: SesMail[];
  /** Domains that it was asked to verify, each with its selector. */
  identities: Map<string, string>;
}

export interface SesMail {
  id: string;
  to: string[];
  /** As its receiver gets it. */
  raw: Buffer;
  tags: Record<string, string>;
  configurationSet: string | null;
  at: number;
}

export const aSesAccount = (given: Partial<SesAccount> = {}): SesAccount => ({
  region: 'us-east-1',
  accessKeyId: 'AKIASANDBOXSANDBOX12',
  secretAccessKey: 'sandbox/secret+key',
  verified: new Set(),
  configurationSets: new Set(),
  rate: 1000,
  quota: 50_000,
  state: 'good',
  accepted: [],
  identities: new Map(),
  ...given,
});

class Refusal extends Error {
  readonly status: number;
  readonly type: string;
  constructor(status: number, type: string, message = type) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

/** Answers as `fetch` would. */
export function sandboxSes(account: SesAccount) {
  return async (address: string, init: RequestInit): Promise<Response> => {
    const request = new Request(address, init);
    const body = Buffer.from(await request.arrayBuffer());
    try {
      mustBeSigned(account, request, body);
      const { pathname } = new URL(request.url);
      return Response.json(
        await answer(account, `${request.method} ${pathname}`, body.length > 0 ? JSON.parse(body.toString()) : {}),
      );
    } catch (cause) {
      const error = cause instanceof z.ZodError ? new Refusal(400, 'BadRequestException') : cause;
      if (!(error instanceof Refusal)) throw error;
      const headers = {
        'x-amzn-errortype': `${error.type}:http://internal.amazon.com/coral/com.amazonaws.services.simpleemail/`,
      };
      return Response.json({ message: error.message }, { status: error.status, headers });
    }
  };
}

async function answer(account: SesAccount, asked: string, body: unknown): Promise<object> {
  switch (asked) {
    case 'POST /v2/email/outbound-emails':
      return { MessageId: await accept(account, Outbound.parse(body)) };
    case 'POST /v2/email/identities':
      return addIdentity(account, Identity.parse(body));
    case 'GET /v2/email/account':
      return {
        SendingEnabled: account.state !== 'paused' && account.state !== 'shutdown',
        ProductionAccessEnabled: account.state !== 'no_production_access',
        EnforcementStatus: account.state === 'shutdown' ? 'SHUTDOWN' : 'HEALTHY',
        SendQuota: { Max24HourSend: account.quota, MaxSendRate: account.rate, SentLast24Hours: account.accepted.length },
      };
    default:
      throw new Refusal(404, 'NotFoundException');
  }
}

const Tag = z.string().regex(/^[\w-]{1,256}$/);
const Outbound = z.object({
  Content: z.object({ Raw: z.object({ Data: z.base64() }) }),
  Destination: z.object({ ToAddresses: z.array(z.string()).min(1).max(50) }),
  ConfigurationSetName: z.string().optional(),
  EmailTags: z.array(z.object({ Name: Tag, Value: Tag })).default([]),
});

async function accept(
  account: SesAccount,
  { Content, Destination, ConfigurationSetName: set, EmailTags }: z.output<typeof Outbound>,
) {
  const { state, rate, quota, accepted, verified, configurationSets, region } = account;
  if (state === 'shutdown') throw new Refusal(400, 'AccountSuspendedException');
  if (state === 'paused') throw new Refusal(400, 'SendingPausedException');
  if (set !== undefined && !configurationSets.has(set)) throw new Refusal(404, 'NotFoundException');
  const raw = Buffer.from(Content.Raw.Data, 'base64');
  const sender = (await PostalMime.parse(raw)).from?.address ?? '';
  const known = (address: string) => verified.has(address) || verified.has(address.slice(address.indexOf('@') + 1));
  const unknown = [sender, ...(state === 'no_production_access' ? Destination.ToAddresses : [])].filter((one) => !known(one));
  if (unknown.length > 0)
    throw new Refusal(
      400,
      'MessageRejected',
      `Email address is not verified. The following identities failed the check in region ${region.toUpperCase()}: ${unknown}`,
    );
  const now = Date.now();
  if (accepted.length >= quota) throw new Refusal(429, 'TooManyRequestsException', 'Daily message quota exceeded.');
  if (accepted.filter(({ at }) => at > now - 1_000).length >= rate)
    throw new Refusal(429, 'TooManyRequestsException', 'Maximum sending rate exceeded.');
  const id = `0100${now.toString(16).padStart(12, '0')}-${randomUUID()}-000000`;
  accepted.push({
    id,
    to: Destination.ToAddresses,
    raw: Buffer.from(rewritten(raw.toString('latin1'), id, region), 'latin1'),
    tags: Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, Value])),
    configurationSet: set ?? null,
    at: now,
  });
  return id;
}

/** It gives each mail a Message-ID and a date of its own. */
function rewritten(raw: string, id: string, region: string): string {
  const split = raw.indexOf('\r\n\r\n');
  const kept = raw
    .slice(0, split)
    .split(/\r\n(?![ \t])/)
    .filter((line) => !/^(?:message-id|date|return-path|bcc):/i.test(line));
  const own = [`Message-ID: ${messageIdBySes(id, region)}`, `Date: ${new Date().toUTCString()}`];
  return [...kept, ...own].join('\r\n') + raw.slice(split);
}

const Identity = z.object({
  EmailIdentity: z.string().min(1),
  DkimSigningAttributes: z
    .object({ DomainSigningSelector: z.string().regex(/^[\w.-]{1,63}$/), DomainSigningPrivateKey: z.base64() })
    .optional(),
});

function addIdentity({ identities }: SesAccount, { EmailIdentity: name, DkimSigningAttributes: key }: z.output<typeof Identity>) {
  if (identities.has(name)) throw new Refusal(400, 'AlreadyExistsException');
  if (key && !isRsa(Buffer.from(key.DomainSigningPrivateKey, 'base64'))) throw new Refusal(400, 'BadRequestException');
  identities.set(name, key?.DomainSigningSelector ?? '');
  return { IdentityType: 'DOMAIN', VerifiedForSendingStatus: false, DkimAttributes: { Status: 'PENDING' } };
}

function isRsa(der: Buffer): boolean {
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** Signature Version 4 (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html). */
function mustBeSigned({ region, accessKeyId, secretAccessKey }: SesAccount, request: Request, body: Buffer): void {
  const given = /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/ses\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/; // biome-ignore format: one line
  const [, key, day = '', place, names = '', signature = ''] = given.exec(request.headers.get('authorization') ?? '') ?? [];
  if (key !== accessKeyId || place !== region) throw new Refusal(403, 'UnrecognizedClientException');
  const { host, pathname } = new URL(request.url);
  const at = request.headers.get('x-amz-date') ?? '';
  const signed = names.split(';').map((name) => `${name}:${name === 'host' ? host : request.headers.get(name)}\n`);
  const canonical = [request.method, pathname, '', signed.join(''), names, hashOf(body)].join('\n');
  const scope = `${day}/${region}/ses/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, hashOf(canonical)].join('\n');
  const secret = [day, region, 'ses', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const isFresh = Math.abs(Date.now() - Date.parse(at.replace(isoParts, '$1-$2-$3T$4:$5:$6Z'))) < 300_000;
  const isWhole = ['host', 'x-amz-date'].every((name) => names.split(';').includes(name));
  if (!isFresh || !isWhole || !at.startsWith(day) || !timingSafeEqual(hmac(secret, text), Buffer.from(signature, 'hex')))
    throw new Refusal(403, 'InvalidSignatureException');
}

const isoParts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
const hashOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
