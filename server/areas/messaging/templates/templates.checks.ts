// Checks a mail before it goes out: signs of spam, and links that lead astray. Pure rules; each says why.
import type { MailPurpose } from '#contract/emailLists.ts';
import type { MailProblem } from '#contract/emails.ts';
import { isEmptyMail, type MailBlock, type MailDoc } from '#contract/kit/mailDoc.ts';
import { type MergeValues, mergedAddress, mergedSubject, mergedText } from '#contract/kit/mergeFields.ts';
import type { RichInline } from '#contract/kit/richText.ts';
import type { Foot } from './templates.foot.ts';

const shorteners = new Set(
  'bit.ly tinyurl.com t.co goo.gl ow.ly is.gd buff.ly rebrand.ly cutt.ly rb.gy shorturl.at tiny.cc lnkd.in t.ly bl.ink s.id v.gd'.split(
    ' ',
  ),
);
const loudWords = [
  'act now',
  'risk-free',
  'risk free',
  '100% free',
  'click here',
  'urgent',
  'winner',
  'guaranteed',
  'limited time',
];

interface Checked {
  subject: string;
  doc: MailDoc;
  purpose: MailPurpose;
  values: MergeValues;
  foot: Foot;
  /** Whether it carries a way to unsubscribe. */
  unsubscribe: boolean;
  /** Whether it leaves from a verified domain of the company; not asked where only what stops it counts. */
  isFromOwnDomain?: boolean;
}

/** Why it cannot go out like this, for anybody. */
export const stopsOf = (checked: Checked): MailProblem[] => problemsOf(checked).filter(({ level }) => level === 'stop');

/** `stop`: it cannot go out like this; `warning`: it may end among spam, or mislead. */
export function problemsOf({ subject, doc, purpose, values, foot, unsubscribe, isFromOwnDomain }: Checked): MailProblem[] {
  const problems: MailProblem[] = [];
  const stop = (about: MailProblem['about'], text: string) => problems.push({ level: 'stop', text, about });
  const warn = (text: string) => problems.push({ level: 'warning', text, about: null });
  if (mergedSubject(subject, values) === '') stop('subject', 'The mail has no subject.');
  if (isEmptyMail(doc)) stop('text', 'The mail is empty.');
  if (purpose === 'marketing') {
    if (!unsubscribe) stop('purpose', 'Marketing needs a way to unsubscribe (CAN-SPAM), and this mail has none.');
    if (foot.missing.includes('postal_address'))
      stop('purpose', 'Marketing shows the company’s postal address, and none is entered.');
    if (foot.missing.includes('disclaimer'))
      stop('purpose', 'Marketing shows the Medicare disclaimer, and it is not filled in with your company’s numbers.');
    if (isFromOwnDomain === false)
      warn(
        'Marketing goes out from an address that is not your company’s: more of it ends among spam. Verify your domain under Admin, Sending domains.',
      );
  } else if (foot.missing.includes('disclaimer'))
    warn(
      'The Medicare disclaimer is left out: your company has not filled in its numbers. Do not discuss benefits in this mail.',
    );
  checkSubject(mergedSubject(subject, values), warn);
  const links = linksIn(doc, values);
  for (const text of new Set(links.map(problemOfLink).filter((text) => text !== null))) warn(text);
  const pictures = doc.content.filter((block) => block.type === 'picture');
  if (pictures.some(({ attrs }) => attrs.alt.trim() === ''))
    warn('A picture has no description: many mail programs hide pictures at first, and some people cannot see them.');
  if (pictures.length > 0 && doc.content.every((block) => block.type === 'picture'))
    warn('The mail is pictures only: spam filters distrust that.');
  return problems;
}

function checkSubject(subject: string, warn: (text: string) => void): void {
  const letters = subject.match(/\p{L}/gu) ?? [];
  const capitals = letters.filter((letter) => letter !== letter.toLowerCase());
  if (letters.length >= 8 && capitals.length / letters.length > 0.7) warn('The subject shouts: most of it is capital letters.');
  if (/[!?]{2,}|!.*!|\${2,}/.test(subject)) warn('The subject shouts: spam filters count repeated “!”, “?” and “$”.');
  if (/^(?:re|fwd?)\s*:/i.test(subject)) warn('The subject begins like an answer. Where it is none, that misleads (CAN-SPAM).');
  if (Array.from(subject).length > 70) warn('The subject is long: phones show about 40 characters.');
  const loud = loudWords.filter((word) => subject.toLowerCase().includes(word));
  if (loud.length > 0) warn(`Spam filters count “${loud[0]}” in a subject.`);
}

interface LinkAt {
  href: string;
  /** The text that the reader sees. */
  words: string;
}

function problemOfLink({ href, words }: LinkAt): string | null {
  if (/^(?:mailto|tel):/i.test(href)) return null;
  const url = URL.parse(href);
  if (!url) return `The link “${words}” is broken: ${href}`;
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  if (url.username || url.password) return `The link “${words}” hides its real address behind an @.`;
  if (/^\d+\.\d+\.\d+\.\d+$|^\[/.test(host))
    return `The link “${words}” leads to a bare number (${host}): readers and filters distrust that.`;
  if (!host.includes('.') || /\.(?:local|internal|localhost|test|invalid)$/.test(host))
    return `The link “${words}” leads nowhere from outside: ${host}`;
  if (shorteners.has(host.replace(/^www\./, '')))
    return `The link “${words}” hides where it leads (${host}): write the real address.`;
  if (url.protocol !== 'https:') return `The link “${words}” is not encrypted: use https.`;
  const shown = /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?:[/?#:]|$)/i.exec(words.trim())?.[1]?.toLowerCase();
  if (shown && bare(shown) !== bare(host)) return `The link shows ${shown}, but leads to ${host}.`;
  return null;
}

const bare = (host: string) => host.replace(/^www\./, '');

function linksIn(doc: MailDoc, values: MergeValues): LinkAt[] {
  const inlines = (content: readonly RichInline[] = []): LinkAt[] =>
    content.flatMap((inline) =>
      inline.type === 'text'
        ? (inline.marks ?? []).flatMap((mark) =>
            mark.type === 'link' ? { href: mergedAddress(mark.attrs.href, values), words: mergedText(inline.text, values) } : [],
          )
        : [],
    );
  const blocks = (content: readonly MailBlock[]): LinkAt[] =>
    content.flatMap((block) => {
      if (block.type === 'picture') return [];
      if (block.type === 'button')
        return [{ href: mergedAddress(block.attrs.href, values), words: mergedText(block.attrs.label, values) }];
      if (block.type === 'bulletList' || block.type === 'orderedList')
        return block.content.flatMap((item) => blocks(item.content));
      return inlines(block.content);
    });
  return blocks(doc.content);
}
