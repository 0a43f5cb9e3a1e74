// Questions to name servers: the operator's (DNS_SERVERS), or the machine's own.
import { Resolver } from 'node:dns/promises';
import type { Config } from '#kernel/ops/config.ts';

export function createResolver({ dnsServers }: Pick<Config, 'dnsServers'>): Resolver {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  return resolver;
}

/** Whether there is no such name, or no such record of it, or there can be none of this form; not that no server answered. */
export const isAbsent = (error: unknown): boolean =>
  ['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');
