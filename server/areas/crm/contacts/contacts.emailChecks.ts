// Whether an address can get mail, by its form, its domain and its name. Nothing is sent.
import type { Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { z } from 'zod';
import type { Email } from '#contract/contacts.ts';
import { isAbsent } from '#kernel/http/dns.ts';

type Checked = Exclude<Email['state'], 'unverified' | 'verified'>;

/** Throws what the name servers throw if none of them answers. */
export async function checkAddress(
  address: string,
  resolver: Pick<Resolver, 'resolveMx' | 'resolve4' | 'resolve6'>,
): Promise<Checked> {
  const at = address.lastIndexOf('@');
  const domain = domainToASCII(address.slice(at + 1)).toLowerCase();
  if (!z.email().safeParse(address).success || domain === '') return 'invalid';
  if (isDisposable(domain)) return 'disposable';
  if (!(await takesMail(domain, resolver))) return 'invalid';
  return isShared(address.slice(0, at)) ? 'shared' : 'valid';
}

/** Without MX records the domain's own host takes mail (RFC 5321, 5.1); a single MX of “.” says that none does (RFC 7505). */
async function takesMail(domain: string, resolver: Pick<Resolver, 'resolveMx' | 'resolve4' | 'resolve6'>): Promise<boolean> {
  const servers = await thereOf(resolver.resolveMx(domain));
  if (servers.length > 0) return servers.some(({ exchange }) => exchange !== '' && exchange !== '.');
  return (await thereOf(resolver.resolve4(domain))).length > 0 || (await thereOf(resolver.resolve6(domain))).length > 0;
}

async function thereOf<T>(records: Promise<T[]>): Promise<T[]> {
  try {
    return await records;
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

const disposable = disposableEmailBlocklistSet();

/** A domain, or a part of one that is on the list. */
function isDisposable(domain: string): boolean {
  const labels = domain.split('.');
  return labels.some((_, index) => disposable.has(labels.slice(index).join('.')));
}

/** Mailboxes of an office, not of a person (RFC 2142, and what offices use). */
const sharedNames = new Set(
  `abuse accounting accounts admin administrator billing careers claims contact customerservice enquiries finance frontdesk hello help
  helpdesk hostmaster hr info inquiries it jobs legal mail marketing news newsletter noreply no-reply office orders payroll postmaster
  press privacy reception root sales security service support team webmaster`.split(/\s+/),
);

const isShared = (name: string): boolean => sharedNames.has(name.toLowerCase().replace(/\+.*$/, ''));
