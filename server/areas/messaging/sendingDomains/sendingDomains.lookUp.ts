// Asks the DNS for the records of a domain. In the demo the answers are those that were set on the screen.
import type { SendingRecordKind } from '#contract/sendingDomains.ts';
import type { Platform } from '#kernel/context.ts';
import { createResolver, isAbsent } from '#kernel/http/dns.ts';
import type { Found, StoredDomain } from './sendingDomains.queries.ts';
import { recordsOf, shownOf, stateOf, type WantedRecord } from './sendingDomains.records.ts';

/** The demo without name servers of its own, whose domains are invented. */
export const hasSandboxDns = ({ config }: Pick<Platform, 'config'>): boolean => config.demo && config.dnsServers.length === 0;

export async function lookUp(platform: Platform, domain: StoredDomain): Promise<Found> {
  const wanted = recordsOf(domain, platform.config.mailDns);
  const ask = hasSandboxDns(platform) ? sandboxOf(domain.sandbox_records) : createNames(platform);
  const found = await Promise.all(wanted.map(async (record) => [record.kind, await answerFor(record, ask)] as const));
  return Object.fromEntries(found);
}

type Ask = (record: WantedRecord) => Promise<string[]>;

async function answerFor(record: WantedRecord, ask: Ask): Promise<NonNullable<Found[SendingRecordKind]>> {
  try {
    const texts = await ask(record);
    return { state: stateOf(record, texts), found: shownOf(record, texts) };
  } catch {
    return { state: 'unknown', found: [] };
  }
}

const sandboxOf =
  (kinds: readonly string[]): Ask =>
  async ({ kind, type, value }) => {
    if (!kinds.includes(kind)) return [];
    return [type === 'MX' ? (value?.split(' ')[1] ?? 'mail.example') : (value ?? '')];
  };

function createNames({ config }: Platform): Ask {
  const resolver = createResolver(config);
  const textsOf = async (name: string) => (await presentOf(resolver.resolveTxt(name))).map((parts) => parts.join('').trim());
  return async ({ kind, type, name }) => {
    if (type === 'MX') return (await presentOf(resolver.resolveMx(name))).map(({ exchange }) => exchange).filter(Boolean);
    if (kind !== 'dmarc') return textsOf(name);
    // A subdomain without its own rule has that of the domain above it (RFC 7489, 6.6.3).
    const labels = name.split('.').slice(1);
    for (; labels.length >= 2; labels.shift()) {
      const texts = await textsOf(`_dmarc.${labels.join('.')}`);
      if (texts.length > 0) return texts;
    }
    return [];
  };
}

async function presentOf<T>(records: Promise<T[]>): Promise<T[]> {
  try {
    return await records;
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}
