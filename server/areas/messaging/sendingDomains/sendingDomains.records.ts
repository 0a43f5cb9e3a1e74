// The DNS records of a sending domain: what they should say, and what those that are found are worth. Pure
// rules.
import type { SendingRecord, SendingRecordKind, SendingRecordState } from '#contract/sendingDomains.ts';
import type { MailDns } from '#kernel/mail/mailConfig.ts';

export type WantedRecord = Pick<SendingRecord, 'kind' | 'type' | 'name' | 'value'>;

interface Domain {
  domain: string;
  selector: string;
  public_key: string;
}

export function recordsOf({ domain, selector, public_key }: Domain, { spf, mx }: MailDns): WantedRecord[] {
  const back = `reply.${domain}`;
  return [
    { kind: 'dkim', type: 'TXT', name: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${public_key}` },
    { kind: 'spf', type: 'TXT', name: domain, value: `v=spf1 ${spf} ~all` },
    { kind: 'dmarc', type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' },
    { kind: 'return_path', type: 'TXT', name: back, value: `v=spf1 ${spf} ~all` },
    { kind: 'reply', type: 'MX', name: back, value: mx && `10 ${mx}` },
  ];
}

/** `found`: the texts of the name's records, or the hosts of its MX records. */
export function stateOf({ kind, value }: WantedRecord, found: readonly string[]): SendingRecordState {
  const ofKind = found.filter((text) => isOfKind(kind, text));
  if (ofKind.length === 0) return 'missing';
  return judges[kind](ofKind, value) ? 'right' : 'wrong';
}

/** Other TXT records may stand at the same name. */
const isOfKind = (kind: SendingRecordKind, text: string): boolean => {
  if (kind === 'spf' || kind === 'return_path') return /^v=spf1(?:\s|$)/i.test(text);
  if (kind === 'dmarc') return /^v=DMARC1\b/i.test(text);
  return true;
};

export const shownOf = ({ kind }: WantedRecord, found: readonly string[]): string[] =>
  found
    .filter((text) => isOfKind(kind, text))
    .slice(0, 5)
    .map((text) => text.slice(0, 500));

const isSpf = (found: readonly string[], value: string | null) => {
  // Receivers refuse a domain with two of them (RFC 7208, 4.5).
  if (found.length > 1) return false;
  const terms = termsOf(found[0]);
  return termsOf(value)
    .filter((term) => term.includes(':'))
    .every((term) => terms.includes(term));
};

const termsOf = (text: string | null | undefined) => (text ?? '').toLowerCase().split(/\s+/);

const judges: Record<SendingRecordKind, (found: readonly string[], value: string | null) => boolean> = {
  dkim: (found, value) => found.length === 1 && keyIn(found[0]) === keyIn(value),
  spf: isSpf,
  return_path: isSpf,
  dmarc: (found) => found.length === 1 && /;\s*p\s*=\s*(?:none|quarantine|reject)\s*(?:;|$)/i.test(found[0] ?? ''),
  reply: (found, value) => value === null || found.some((host) => host.toLowerCase() === value.split(' ')[1]?.toLowerCase()),
};

const keyIn = (text: string | null | undefined) => /(?:^|;)\s*p\s*=([^;]*)/i.exec(text ?? '')?.[1]?.replace(/\s+/g, '') ?? null;
