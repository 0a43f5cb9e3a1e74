// Sends mail through Amazon SES: its API v2 over fetch, each mail as the MIME that a mail server would get.
// SES gives each mail a Message-ID and a date of its own.
import { createHash, createHmac, type Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { neverLeft } from '#kernel/http/outbound.ts';
import { type MailProvider, MailRefused, type MailSender, MailSlowDown, MailUnavailable } from '#kernel/mail/mail.ts';
import type { SesConfig } from '#kernel/mail/mailConfig.ts';
import { addressOf, messageOf, signedHeaders } from './mail.message.ts';
import { messageIdBySes, tagName, tagOf } from './mail.sesEvents.ts';
import { type Fetch, snsReports } from './mail.sns.ts';

/** Milliseconds for a question about the account. */
const questionMs = 10_000;
/** Milliseconds until SES is told of a domain again. */
const introducedMs = 600_000;

/** SES writes these two anew, so a signature over them would break. */
const signedForSes = signedHeaders.replace('Date:Message-ID:', '');

const Sent = z.object({ MessageId: z.string().min(1) });
const Account = z.object({ SendingEnabled: z.boolean(), ProductionAccessEnabled: z.boolean(), EnforcementStatus: z.string() });
const Problem = z.object({ message: z.string().optional(), Message: z.string().optional() });

export function sesMail(
  { region, accessKeyId, secretAccessKey, configurationSet, from, dkim, reports }: SesConfig,
  { fetch: ask = fetch, guardedFetch }: { fetch?: Fetch; guardedFetch?: Fetch } = {},
): MailProvider {
  const address = addressOf(from);
  const hostname = `email.${region}.amazonaws.com`;
  const signer = new SignatureV4({ service: 'ses', region, credentials: { accessKeyId, secretAccessKey }, sha256: Sha256 });
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && { dkim: { ...dkim, headerFieldNames: signedForSes } }),
  });

  async function call(method: string, path: string, body: object | null, patience: number): Promise<unknown> {
    const { headers, ...request } = {
      method,
      headers: { host: hostname, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    };
    const signed = await signer.sign({ ...request, protocol: 'https:', hostname, path, headers });
    const { host: _, ...sent } = signed.headers;
    const way = { headers: sent, redirect: 'error', signal: AbortSignal.timeout(patience) } as const;
    const response = await ask(`https://${hostname}${path}`, { ...request, ...way }).catch((cause: unknown) => {
      throw neverLeft(cause) ? new MailUnavailable('mail not taken: no connection', { cause }) : cause;
    });
    const answer = await jsonOf(response);
    if (!response.ok) throw reasonOf(response, answer);
    return answer;
  }

  const introduced = new Map<string, number>();
  /**
   * SES sends only for domains that it has verified. It verifies one by the DKIM record that is there already,
   * once it has the key.
   */
  async function introduce({ domainName, keySelector, privateKey }: MailSender['dkim']): Promise<void> {
    if ((introduced.get(domainName) ?? 0) > performance.now() - introducedMs && introduced.has(domainName)) return;
    introduced.set(domainName, performance.now());
    const DkimSigningAttributes = {
      DomainSigningSelector: keySelector,
      DomainSigningPrivateKey: privateKey.replace(/-----[^-]+-----|\s/g, ''),
    };
    const identity = { EmailIdentity: domainName, DkimSigningAttributes };
    // It may know the domain already, and look for the record still.
    await call('POST', '/v2/email/identities', identity, questionMs).catch(() => {});
  }

  return {
    async send(mail, { patience = 60_000 } = {}) {
      const { message } = await transport.sendMail(messageOf(mail, address, signedForSes));
      if (!Buffer.isBuffer(message)) throw new TypeError('the message is to come whole');
      const asked = {
        Content: { Raw: { Data: message.toString('base64') } },
        Destination: { ToAddresses: [mail.to.address] },
        ...(configurationSet && { ConfigurationSetName: configurationSet }),
        ...(mail.messageKey && { EmailTags: [{ Name: tagName, Value: tagOf(mail.messageKey) }] }),
      };
      try {
        const { MessageId } = Sent.parse(await call('POST', '/v2/email/outbound-emails', asked, patience));
        return { id: messageIdBySes(MessageId, region) };
      } catch (error) {
        if (error instanceof UnknownSender && mail.sender) await introduce(mail.sender.dkim);
        throw error;
      }
    },
    async check() {
      try {
        const account = Account.parse(await call('GET', '/v2/email/account', null, questionMs));
        if (!account.SendingEnabled) return account.EnforcementStatus === 'SHUTDOWN' ? 'SHUTDOWN' : 'SENDING_PAUSED';
        return account.ProductionAccessEnabled ? null : 'NO_PRODUCTION_ACCESS';
      } catch (error) {
        return error instanceof Error && 'code' in error ? String(error.code) : 'NO_ANSWER';
      }
    },
    ...(reports && { reports: snsReports(reports, guardedFetch) }),
    close: () => transport.close(),
  };
}

/** The sender's domain is none that SES has verified. */
class UnknownSender extends MailUnavailable {}

/**
 * By the name of the error. Only a refusal of this content is final: account, key, sender and quota are the
 * operator's to correct. Leaves out the text, which may name the recipient.
 */
function reasonOf({ status, headers }: Response, answer: unknown): Error {
  const { data: { message, Message } = {} } = Problem.safeParse(answer);
  const name = headers.get('x-amzn-errortype')?.replace(/[:,].*$/s, '') ?? '';
  const code = `${name || 'SES'} ${status}`;
  if (name === 'MessageRejected' && /not verified/i.test(message ?? Message ?? ''))
    return Object.assign(new UnknownSender(`mail not taken: ${code}, not verified`), { code: `${code} NOT_VERIFIED` });
  if (final.has(name) || status === 413) return new MailRefused(code);
  const text = `mail not taken: ${code}`;
  if (tooMuch.has(name) || status === 429) return Object.assign(new MailSlowDown(text), { code });
  // A failure inside of SES leaves open whether it took the mail, unless it says that it served nothing.
  const surely = status < 500 || name.startsWith('ServiceUnavailable');
  return Object.assign(new (surely ? MailUnavailable : Error)(text), { code });
}

const final = new Set(['MessageRejected', 'BadRequestException']);
const tooMuch = new Set(['TooManyRequestsException', 'LimitExceededException', 'ThrottlingException', 'Throttling']);

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text || 'null');
  } catch {
    return null;
  }
}

/** The platform's hash, as the signer asks for it. */
class Sha256 {
  readonly #hash: Pick<Hmac, 'update' | 'digest'>;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }
  update(data: string | ArrayBuffer | ArrayBufferView) {
    this.#hash.update(bytesOf(data));
  }
  async digest() {
    return new Uint8Array(this.#hash.digest());
  }
}

const bytesOf = (data: string | ArrayBuffer | ArrayBufferView): Buffer =>
  typeof data === 'string'
    ? Buffer.from(data)
    : ArrayBuffer.isView(data)
      ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
      : Buffer.from(data);
