// A topic of SNS inside this process: signs its calls as SNS does, and answers for its certificate and for
// subscriptions.
import { type KeyObject, randomUUID, sign } from 'node:crypto';
import { type Fetch, type SnsCall, signedText } from './mail.sns.ts';

interface Topic {
  arn: string;
  key: KeyObject;
  /** Of that key, in PEM. */
  certificate: string;
}

export function sandboxSns({ arn: TopicArn, key, certificate }: Topic) {
  const [, , , region, account] = TopicArn.split(':');
  const host = `https://sns.${region}.amazonaws.com/`;
  const confirmed: string[] = [];
  /** Addresses that were asked for. */
  const asked: string[] = [];

  function call(given: Partial<SnsCall>): SnsCall {
    const about = { Type: 'Notification', Message: '', MessageId: randomUUID(), Timestamp: new Date().toISOString() } as const;
    const signing = { SignatureVersion: '2', SigningCertURL: `${host}SimpleNotificationService-0123abcd.pem` } as const;
    const unsigned = { ...about, ...signing, TopicArn, ...given, Signature: '' };
    const hash = unsigned.SignatureVersion === '1' ? 'sha1' : 'sha256';
    return { ...unsigned, Signature: sign(hash, Buffer.from(signedText(unsigned)), key).toString('base64') };
  }

  const fetch: Fetch = async (address) => {
    asked.push(address);
    const url = new URL(address);
    if (url.pathname.endsWith('.pem')) return new Response(certificate);
    const { Action, TopicArn: topic, Token = '' } = Object.fromEntries(url.searchParams);
    if (Action !== 'ConfirmSubscription' || topic !== TopicArn) return new Response('', { status: 400 });
    confirmed.push(Token);
    return new Response(`<SubscriptionArn>${TopicArn}:${account}</SubscriptionArn>`);
  };

  return {
    confirmed,
    asked,
    fetch,
    call,
    /** A message in the topic. */
    notify: (message: object, given: Partial<SnsCall> = {}) => call({ Message: JSON.stringify(message), ...given }),
    /** The first call: it asks whether the address wants its calls. */
    ask(given: Partial<SnsCall> = {}) {
      const Token = randomUUID();
      const SubscribeURL = `${host}?Action=ConfirmSubscription&TopicArn=${TopicArn}&Token=${Token}`;
      return call({ Type: 'SubscriptionConfirmation', Message: 'You have chosen to subscribe', Token, SubscribeURL, ...given });
    },
  };
}
