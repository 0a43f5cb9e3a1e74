// Reads a mail as it arrived (RFC 5322): an answer of a person, an automatic one, a mail that came back (RFC 3464), or a complaint (RFC 5965).
import { createHash } from 'node:crypto';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { isForGood } from '#kernel/mail/mail.ts';

export interface ReceivedMail {
  /** Its Message-ID, or one made of its content. */
  key: string;
  from: { name: string; address: string };
  /** Every address that it was sent to. */
  to: string[];
  /** Message-IDs, the nearest first. */
  answers: string[];
  subject: string;
  text: string;
  html: string | null;
  automatic: boolean;
  report: Report | null;
  /** `cid`: by which its HTML names it; '' of a file that is only attached. */
  files: { name: string; cid: string; content: Buffer }[];
}

export interface Report {
  kind: 'bounced' | 'complained' | 'delivered';
  permanent: boolean;
  /** The other side's words, in one line. */
  detail: string;
}

const maxText = 200_000;
const maxHtml = 1_000_000;
const maxFiles = 20;

export async function parseMail(raw: Buffer): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 32, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 2 });
  const from = mailboxesOf(mail.from ? [mail.from] : [])[0];
  const report = reportOf(mail);
  const returned = mail.attachments.find(({ mimeType }) => /^(message\/rfc822|text\/rfc822-headers)$/.test(mimeType));
  const html = mail.html?.slice(0, maxHtml).replaceAll('\0', '') || null;
  return {
    key: mail.messageId?.slice(0, 400) || createHash('sha256').update(raw).digest('hex'),
    from: {
      name: clean(from?.name ?? '').slice(0, 200),
      address: clean(from?.address ?? '')
        .slice(0, 254)
        .toLowerCase(),
    },
    to: [
      ...mailboxesOf([...(mail.to ?? []), ...(mail.cc ?? [])]).map(({ address }) => address),
      ...valuesOf(mail, envelopeHeaders),
    ].map(bare),
    answers: [
      ...idsIn(mail.inReplyTo ?? ''),
      ...idsIn(mail.references ?? '').toReversed(),
      ...(report && returned ? idsIn(/^message-id:\s*(<[^>\s]+>)/im.exec(textOf(returned))?.[1] ?? '') : []),
    ].slice(0, 20),
    subject: clean(mail.subject ?? '').slice(0, 300),
    text: (mail.text ?? '').replaceAll('\0', '').slice(0, maxText).trim(),
    html,
    automatic: report !== null || isAutomatic(mail),
    report,
    files: report ? [] : filesOf(mail.attachments),
  };
}

/** Headers in which mail servers write the address that they delivered to. */
const envelopeHeaders = ['delivered-to', 'x-original-to', 'x-envelope-to', 'envelope-to'];

const valuesOf = ({ headers }: Email, names: readonly string[]) =>
  headers.filter(({ key }) => names.includes(key)).map(({ value }) => value.trim());

const bare = (address: string) => address.replace(/^<|>$/g, '').toLowerCase();
const clean = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim();
const idsIn = (text: string) => text.match(/<[^<>\s]{1,400}>/g) ?? [];
const mailboxesOf = (all: readonly Address[]) => all.flatMap((one) => (one.group ? one.group : [one]));

/** RFC 3834, and what programs wrote before it. */
function isAutomatic(mail: Email): boolean {
  const value = (name: string) => valuesOf(mail, [name])[0]?.toLowerCase();
  const said = value('auto-submitted');
  if (said !== undefined && !said.startsWith('no')) return true;
  if (/^(bulk|junk|auto_reply|list)/.test(value('precedence') ?? '')) return true;
  return value('x-autoreply') !== undefined || value('x-autorespond') !== undefined || value('return-path') === '<>';
}

function reportOf({ attachments, subject = '' }: Email): Report | null {
  const feedback = attachments.find(({ mimeType }) => mimeType === 'message/feedback-report');
  if (feedback) {
    const type = fieldOf(textOf(feedback), 'feedback-type');
    return type === 'not-spam' ? null : { kind: 'complained', permanent: false, detail: clean(type) };
  }
  const status = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  if (!status) return null;
  const text = textOf(status);
  const action = fieldOf(text, 'action').toLowerCase();
  const code = fieldOf(text, 'status');
  const detail = clean(`${code} ${fieldOf(text, 'diagnostic-code') || subject}`).slice(0, 300);
  if (action === 'delivered' || action === 'relayed') return { kind: 'delivered', permanent: false, detail: '' };
  const permanent = action === 'failed' && isForGood(code);
  return { kind: 'bounced', permanent, detail };
}

/** Of a report: the first field of this name, its lines joined. */
function fieldOf(text: string, name: string): string {
  const lines = text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const line = lines.find((one) => one.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() ?? '';
}

const filesOf = (attachments: readonly Attachment[]) =>
  attachments.slice(0, maxFiles).map(({ filename, contentId = '', content }, place) => ({
    name: filename ?? `attachment ${place + 1}`,
    cid: bare(contentId.trim()).slice(0, 200),
    content: bytesOf(content),
  }));

const bytesOf = (content: Attachment['content']): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array);
const textOf = ({ content }: Attachment) => bytesOf(content).toString('latin1').slice(0, 100_000);
