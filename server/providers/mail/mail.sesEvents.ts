// The events of SES as the port has them
// (https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html).
import { z } from 'zod';
import { isForGood, type MailFate, type MailReport } from '#kernel/mail/mail.ts';

/** Each mail to a contact has a tag with its key; names and values may have letters, digits, _ and -. */
export const tagName = 'steward';
export const tagOf = (messageKey: string) => messageKey.replaceAll('.', '_');
const keyOfTag = (tag: string) => tag.replaceAll('_', '.');

/** In its first region the part after the @ begins otherwise. */
export const messageIdBySes = (id: string, region: string) =>
  `<${id}@${region === 'us-east-1' ? 'email' : region}.amazonses.com>`;

const Mail = z.object({
  messageId: z.string(),
  timestamp: z.string(),
  tags: z.record(z.string(), z.array(z.string())).default({}),
});
const Event = z.discriminatedUnion('eventType', [
  z.object({ eventType: z.literal('Send'), mail: Mail }),
  z.object({ eventType: z.literal('Delivery'), mail: Mail, delivery: z.object({ timestamp: z.string() }) }),
  z.object({
    eventType: z.literal('Bounce'),
    mail: Mail,
    bounce: z.object({
      bounceType: z.string(),
      bounceSubType: z.string(),
      bouncedRecipients: z.array(z.object({ status: z.string().optional(), diagnosticCode: z.string().optional() })),
      timestamp: z.string(),
      feedbackId: z.string(),
    }),
  }),
  z.object({
    eventType: z.literal('Complaint'),
    mail: Mail,
    complaint: z.object({
      complaintSubType: z.string().nullish(),
      complaintFeedbackType: z.string().nullish(),
      timestamp: z.string(),
      feedbackId: z.string(),
    }),
  }),
  z.object({ eventType: z.literal('Reject'), mail: Mail, reject: z.object({ reason: z.string() }) }),
]);
type Event = z.output<typeof Event>;

const Received = z.object({
  notificationType: z.literal('Received'),
  receipt: z.object({
    recipients: z.array(z.string()),
    virusVerdict: z.object({ status: z.string() }).optional(),
    action: z.object({ encoding: z.string().optional() }),
  }),
  content: z.string(),
});

/** Null: nothing follows of it for us. */
export function reportOf(message: unknown, region: string): MailReport | null {
  const event = Event.safeParse(message);
  if (event.success) return fateOf(event.data, region);
  const received = Received.safeParse(message);
  return received.success ? receivedOf(received.data) : null;
}

/** Mails to users, which have no tag, are nobody's. */
function fateOf(event: Event, region: string): MailFate | null {
  const { messageId, tags } = event.mail;
  const [tag] = tags[tagName] ?? [];
  const what = tag === undefined ? null : whatOf(event);
  if (tag === undefined || what === null) return null;
  const at = new Date(what.at);
  return {
    permanent: false,
    detail: '',
    ...what,
    id: messageIdBySes(messageId, region),
    messageKey: keyOfTag(tag),
    at: Number.isNaN(at.getTime()) ? null : at.toISOString(),
  };
}

type What = Pick<MailFate, 'kind' | 'event'> & { at: string } & Partial<Pick<MailFate, 'permanent' | 'detail'>>;

function whatOf(event: Event): What | null {
  const { messageId: id, timestamp } = event.mail;
  switch (event.eventType) {
    case 'Send':
      return { kind: 'sent', at: timestamp, event: `${id} sent` };
    case 'Delivery':
      return { kind: 'delivered', at: event.delivery.timestamp, event: `${id} delivered` };
    // It found a virus, and delivered nothing.
    case 'Reject':
      return { kind: 'bounced', at: timestamp, event: `${id} rejected`, detail: event.reject.reason };
    case 'Bounce': {
      const { bounceType, bounceSubType, bouncedRecipients, timestamp: at, feedbackId } = event.bounce;
      const { status = '', diagnosticCode } = bouncedRecipients[0] ?? {};
      const permanent = bounceType === 'Permanent' && (status === '' || isForGood(status));
      const detail = `${status} ${diagnosticCode ?? bounceSubType}`.trim();
      return { kind: 'bounced', at, event: feedbackId, permanent, detail };
    }
    case 'Complaint': {
      const { complaintSubType, complaintFeedbackType: type, timestamp: at, feedbackId } = event.complaint;
      if (type === 'not-spam') return null;
      // An earlier complaint keeps this mail from being delivered: nobody has complained about it.
      if (complaintSubType === 'OnAccountSuppressionList')
        return { kind: 'bounced', at, event: feedbackId, permanent: true, detail: complaintSubType };
      return { kind: 'complained', at, event: feedbackId, detail: type ?? '' };
    }
  }
}

function receivedOf({ receipt, content }: z.output<typeof Received>): MailReport | null {
  if (receipt.virusVerdict?.status === 'FAIL') return null;
  const to = receipt.recipients.filter((address) => /^[^\s<>]{3,254}$/.test(address));
  const mail = Buffer.from(content, receipt.action.encoding?.toUpperCase() === 'BASE64' ? 'base64' : 'utf8');
  // Its receiver, as mail servers write it down.
  const envelope = to.map((address) => `X-Original-To: ${address}\r\n`).join('');
  return { kind: 'received', to, raw: Buffer.concat([Buffer.from(envelope), mail]) };
}
