// Reports of SES through SNS: signed calls with the fate of a mail, or with a mail that arrived
// (https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html).
import { timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { hashOfToken } from '#kernel/http/hooks.ts';
import { createGuardedFetch } from '#kernel/http/outbound.ts';
import { type MailReports, MailUnavailable } from '#kernel/mail/mail.ts';
import { reportOf } from './mail.sesEvents.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const Call = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Subject: z.string().nullish(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
});
export type SnsCall = z.output<typeof Call>;

const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const;

/**
 * Anyone with an account of AWS gets calls signed by SNS, so only those of our topics count. Old calls are
 * good, too: SNS repeats them for hours, and an event that comes again changes nothing.
 */
export function snsReports(
  { topics, token }: { topics: readonly string[]; token: string },
  guardedFetch: Fetch = createGuardedFetch({ privateNetworks: false }) as Fetch,
): MailReports {
  const certificates = new Map<string, X509Certificate>();
  const get = async (url: string): Promise<string> => {
    const response = await guardedFetch(url, { method: 'GET', headers: {} }).catch((cause: unknown) => {
      throw new MailUnavailable('SNS does not answer', { cause });
    });
    if (!response.ok) throw new MailUnavailable(`SNS answered ${response.status}`);
    return response.text();
  };

  async function certificateAt(url: string): Promise<X509Certificate> {
    const known = certificates.get(url);
    if (known && known.validToDate > new Date()) return known;
    const pem = await get(url);
    let certificate: X509Certificate;
    try {
      certificate = new X509Certificate(pem);
    } catch (cause) {
      throw new MailUnavailable('SNS answered with something else than a certificate', { cause });
    }
    if (certificates.size >= maxCertificates) certificates.clear();
    certificates.set(url, certificate);
    return certificate;
  }

  async function isTrue(call: SnsCall): Promise<boolean> {
    if (!topics.includes(call.TopicArn) || !isOfSns(call.SigningCertURL, call.TopicArn)) return false;
    const certificate = await certificateAt(call.SigningCertURL);
    const now = new Date();
    if (certificate.validFromDate > now || certificate.validToDate < now) return false;
    const hash = call.SignatureVersion === '1' ? 'sha1' : 'sha256';
    return verify(hash, Buffer.from(signedText(call)), certificate.publicKey, Buffer.from(call.Signature, 'base64'));
  }

  return {
    isAddress: (given) => timingSafeEqual(hashOfToken(given), hashOfToken(token)),
    async read(body) {
      const parsed = Call.safeParse(jsonOf(body.toString('utf8')));
      if (!parsed.success || !(await isTrue(parsed.data))) return 'forged';
      const call = parsed.data;
      // Made of its parts: an address in a call is never followed.
      if (call.Type === 'SubscriptionConfirmation') await get(confirmationOf(call));
      return (call.Type === 'Notification' && reportOf(jsonOf(call.Message), regionOf(call.TopicArn))) || 'nothing';
    },
  };
}

/** A certificate is good for a year; SNS has one in each region. */
const maxCertificates = 20;

const regionOf = (topic: string) => topic.split(':')[3] ?? '';

/** https, the host of SNS in the topic's own region, and nothing else in it. */
function isOfSns(address: string, topic: string): boolean {
  const prefix = `https://sns.${regionOf(topic)}.amazonaws.com/`;
  return address.startsWith(prefix) && /^[\w-]{1,200}\.pem$/.test(address.slice(prefix.length));
}

export const signedText = (call: SnsCall): string =>
  signedFields[call.Type].flatMap((name) => (call[name] == null ? [] : [`${name}\n${call[name]}\n`])).join('');

function confirmationOf({ TopicArn, Token = '' }: SnsCall): string {
  const query = new URLSearchParams({ Action: 'ConfirmSubscription', TopicArn, Token, Version: '2010-03-31' });
  return `https://sns.${regionOf(TopicArn)}.amazonaws.com/?${query}`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
