// Proves the ownership of a domain: only its owner can write a record into its DNS.
import type { SsoDomain } from '#contract/sso.ts';
import { audit } from '#kernel/audit.ts';
import { type Ctx, inTenant } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { createResolver } from '#kernel/http/dns.ts';
import type { Seal } from '#kernel/secrets/seal.ts';
import { claimDomain, findCompanyOfDomain, freeDomainOf, getSettings } from './sso.queries.ts';

export async function verifySsoDomain(ctx: Ctx, domain: string): Promise<SsoDomain> {
  const { platform, actor } = ctx;
  const { connection, verified } = await inTenant(ctx, getSettings);
  if (!connection?.domains.includes(domain)) throw fail('not_found');
  const done = { domain, verified: true, record: recordOf(platform.seal, actor.companyId, domain) };
  if (verified.includes(domain)) return done;
  const records = await listRecords(ctx, domain);
  const isProvenBy = (companyId: number) => textsOf(platform.seal, companyId, domain).some((text) => records.includes(text));
  if (!isProvenBy(actor.companyId)) throw fail('sso.domain_unverified');
  // Only the proven owner learns that another company uses the domain. A company that gives a domain up removes its record.
  const holder = await findCompanyOfDomain(platform.db, domain);
  if (holder !== null && isProvenBy(holder)) throw fail('sso.domain_taken');
  if (holder !== null) await freeDomainOf(platform.db, holder, domain);
  const claimed = await inTenant(ctx, async (tx) => {
    const settings = await getSettings(tx);
    const isOurs = settings.connection?.domains.includes(domain) && (await claimDomain(tx, domain));
    if (isOurs) await audit(tx, { action: 'sso.domain_verified', of: { type: 'company', id: tx.companyId }, after: { domain } });
    return isOurs;
  });
  if (!claimed) throw fail('sso.domain_taken');
  ctx.log.info({ company: actor.companyId, user: actor.userId, domain, from: holder }, 'a domain was verified');
  return done;
}

export const recordOf = (seal: Seal, companyId: number, domain: string): SsoDomain['record'] => ({
  name: `_steward.${domain}`,
  text: textOf(seal.derive(purposeOf(companyId, domain))),
});

const purposeOf = (companyId: number, domain: string) => `sso domain ${companyId} ${domain}`;
const textOf = (token: string) => `steward-domain=${token}`;
/** Records made with the previous envelope key count as well. */
const textsOf = (seal: Seal, companyId: number, domain: string) => seal.deriveAll(purposeOf(companyId, domain)).map(textOf);

async function listRecords({ platform, log }: Ctx, domain: string): Promise<string[]> {
  try {
    const records = await createResolver(platform.config).resolveTxt(`_steward.${domain}`);
    return records.map((parts) => parts.join('').trim());
  } catch (err) {
    log.info({ err, domain }, 'a domain’s record was not found');
    return [];
  }
}

/** Public mail domains, where anybody can have an address. */
const publicMailDomains = new Set(
  `126.com 163.com aim.com aol.com att.net bellsouth.net charter.net comcast.net cox.net duck.com earthlink.net fastmail.com fastmail.fm
  free.fr gmail.com gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.co.uk hotmail.com hotmail.fr icloud.com juno.com live.com
  mac.com mail.com mail.ru me.com msn.com naver.com netzero.net optonline.net outlook.com passport.com pm.me proton.me protonmail.com
  qq.com rocketmail.com sbcglobal.net t-online.de tutanota.com verizon.net web.de windstream.net yahoo.ca yahoo.co.jp yahoo.co.uk
  yahoo.com yandex.com yandex.ru ymail.com zoho.com`.split(/\s+/),
);

export const isPublicMailDomain = (domain: string) => publicMailDomains.has(domain);
