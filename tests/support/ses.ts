// SES and SNS for one test: an account that accepts mail, and a topic that tells what became of it.
import { createPrivateKey, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sesMail } from '#providers/mail/mail.ses.ts';
import { aSesAccount, type SesMail, sandboxSes } from '#providers/mail/ses.sandbox.ts';
import { sandboxSns } from '#providers/mail/sns.sandbox.ts';

const read = (name: string) => readFileSync(new URL(`../fixtures/sns/${name}`, import.meta.url), 'utf8');

export const topicArn = 'arn:aws:sns:us-east-1:123456789012:mail';
export const webhookToken = 'ses-webhook-token-of-the-tests-0123456789';

export const aTopic = (arn = topicArn) =>
  sandboxSns({ arn, key: createPrivateKey(read('key.pem')), certificate: read('certificate.pem') });

/** `mail` is the port, as an operator with SES has it. */
export function aSesInstallation() {
  const account = aSesAccount({ verified: new Set(['steward.example']) });
  const topic = aTopic();
  const { region, accessKeyId, secretAccessKey } = account;
  const reports = { topics: [topicArn], token: webhookToken };
  const config = { region, accessKeyId, secretAccessKey, configurationSet: null, reports };
  const mail = sesMail(
    { ...config, from: 'no-reply@steward.example', dkim: null },
    { fetch: sandboxSes(account), guardedFetch: topic.fetch },
  );
  return { account, topic, mail };
}

/** An event of SES about a mail, as its configuration set publishes it. */
export function eventOf(mail: Pick<SesMail, 'id' | 'to' | 'tags'>, event: SesEvent, at = new Date()) {
  const { id: messageId, to, tags } = mail;
  const timestamp = at.toISOString();
  const feedback = { timestamp, feedbackId: randomUUID() };
  const about = {
    timestamp,
    messageId,
    source: 'no-reply@steward.example',
    destination: to,
    tags: {
      'ses:configuration-set': ['mail'],
      ...Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]])),
    },
  };
  const bounced = (bounceType: string, bounceSubType: string, status: string) => ({
    eventType: 'Bounce',
    mail: about,
    bounce: {
      ...feedback,
      bounceType,
      bounceSubType,
      bouncedRecipients: [{ emailAddress: to[0], action: 'failed', status, diagnosticCode: `smtp; 550 ${status} no` }],
    },
  });
  switch (event) {
    case 'Send':
      return { eventType: event, mail: about, send: {} };
    case 'Delivery':
      return { eventType: event, mail: about, delivery: { timestamp, recipients: to, smtpResponse: '250 ok' } };
    case 'Permanent':
      return bounced(event, 'General', '5.1.1');
    case 'Transient':
      return bounced(event, 'MailboxFull', '4.2.2');
    case 'Complaint':
      return {
        eventType: event,
        mail: about,
        complaint: { ...feedback, complaintFeedbackType: 'abuse', complaintSubType: null },
      };
  }
}
export type SesEvent = 'Send' | 'Delivery' | 'Permanent' | 'Transient' | 'Complaint';

/** A mail that arrived, as a receipt rule with an SNS action tells it. */
export const receivedOf = (raw: string, recipients: string[]) => ({
  notificationType: 'Received',
  receipt: { recipients, virusVerdict: { status: 'PASS' }, action: { type: 'SNS', topicArn, encoding: 'BASE64' } },
  content: Buffer.from(raw).toString('base64'),
});
