// Tells programs that open mails and follow their links from people. Pure; in doubt it is a program, as a
// number that is too low misleads nobody.

interface Asked {
  kind: 'clicked' | 'opened';
  /** The program's name for itself (User-Agent). */
  device: string;
  isHead: boolean;
  /** Milliseconds since the mail left or arrived; null: not known. */
  since: number | null;
}

/** Scanners follow links at once; a person has to read first. */
const soonest = { clicked: 3_000, opened: 2_000 };

const programs =
  /bot\b|crawl|spider|scan|preview|prefetch|proofpoint|barracuda|mimecast|safelinks|trendmicro|symantec|forcepoint|cloudmark|virustotal|headless|curl|wget|python|go-http|java\/|okhttp|axios|node-fetch|undici|ruby|perl|libwww|monitor|facebookexternalhit|slack|whatsapp|skypeuri/i;

export function isMachine({ kind, device, isHead, since }: Asked): boolean {
  if (isHead || device === '') return true;
  if (since !== null && since < soonest[kind]) return true;
  if (kind === 'opened' && (isAppleProxy(device) || isGmailPrefetch(device))) return true;
  return programs.test(device);
}

/** Mail Privacy Protection loads every picture of every mail, and calls itself this and no more. */
const isAppleProxy = (device: string) => device.trim() === 'Mozilla/5.0';
/** Gmail's own look before anybody opens the mail; its proxy names itself once a person does. */
const isGmailPrefetch = (device: string) => /Edge\/12\.246 Mozilla\/5\.0$/.test(device);
