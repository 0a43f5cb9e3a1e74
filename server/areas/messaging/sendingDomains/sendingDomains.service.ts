// Domains from whose addresses a company's mail goes out. A domain counts while its DKIM record has the key
// that we made for it: only the owner of the domain can set that record, so it proves the ownership, too.
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { isPublicMailDomain } from '#areas/identity/sso/sso.service.ts';
import { maxSendingDomains, type SendingDomain, type SendingRecordKind } from '#contract/sendingDomains.ts';
import { audit } from '#kernel/audit.ts';
import { type Ctx, inTenant, type Platform, type Tx, type WorkCtx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { hasSandboxDns, lookUp } from './sendingDomains.lookUp.ts';
import { type Found, findDomain, listDomains, privateKeys, type StoredDomain } from './sendingDomains.queries.ts';
import { recordsOf } from './sendingDomains.records.ts';

export { findMailSender, hasVerifiedDomain } from './sendingDomains.queries.ts';

export async function listSendingDomains(tx: Tx, platform: Platform): Promise<{ data: SendingDomain[] }> {
  return { data: (await listDomains(tx)).map((domain) => present(platform, domain)) };
}

export async function createSendingDomain(ctx: Ctx, domain: string): Promise<SendingDomain> {
  if (isPublicMailDomain(domain)) throw wrong('domain', 'Anybody can have an address there. Enter a domain of your company.');
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const id = await inTenant(ctx, async (tx) => {
    // Two calls at once cannot both find room.
    await sql`select from companies where company_id = ${tx.companyId} for update`.execute(tx.db);
    const domains = await listDomains(tx);
    if (domains.some((one) => one.domain === domain)) throw fail('sending_domains.known');
    if (domains.length >= maxSendingDomains) throw wrong('domain', `A company can have ${maxSendingDomains} domains at most`);
    const row = await tx.db
      .insertInto('sending_domains')
      .values({
        company_id: tx.companyId,
        domain,
        selector: `steward${tx.companyId.toString(36)}`,
        public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
        private_key_sealed: tx.seal.seal(
          privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
          privateKeys,
          tx.companyId,
        ),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(tx, { action: 'sending_domains.added', of: { type: 'company', id: tx.companyId }, after: { domain } });
    return row.id;
  });
  return checkSendingDomain(ctx, id);
}

/** The DNS is asked outside of any transaction. */
export async function checkSendingDomain(ctx: WorkCtx, id: number): Promise<SendingDomain> {
  const stored = await inTenant(ctx, (tx) => getDomain(tx, id));
  const found = await lookUp(ctx.platform, stored);
  return inTenant(ctx, async (tx) => {
    const before = await getDomain(tx, id, { lock: true });
    await keepFound(tx, before, found);
    return present(ctx.platform, await getDomain(tx, id));
  });
}

/** The nightly job of a company. */
export async function checkAllDomains(ctx: WorkCtx): Promise<void> {
  for (const { id } of await inTenant(ctx, listDomains))
    await checkSendingDomain(ctx, id).catch((err) => ctx.log.warn({ err, domain: id }, 'a sending domain was not checked'));
}

/** A name server that does not answer takes nothing back. */
async function keepFound(tx: Tx, { id, domain, found: before, verified_at }: StoredDomain, found: Found): Promise<void> {
  const isRight = found.dkim?.state === 'right';
  const verified = isRight || (found.dkim?.state === 'unknown' && verified_at !== null);
  const kept = Object.fromEntries(
    Object.entries(found).map(([kind, one]) => [
      kind,
      one.state === 'unknown' ? (before[kind as SendingRecordKind] ?? one) : one,
    ]),
  );
  await sql`
    update sending_domains set found = ${JSON.stringify(kept)}::jsonb, checked_at = ${tx.clock()},
      verified_at = case when ${verified} then coalesce(verified_at, ${tx.clock()}) end
    where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  if (verified === (verified_at !== null)) return;
  const action = verified ? 'sending_domains.verified' : 'sending_domains.lost';
  await audit(tx, { action, of: { type: 'company', id: tx.companyId }, after: { domain } });
}

export async function deleteSendingDomain(tx: Tx, id: number): Promise<void> {
  const { domain } = await getDomain(tx, id, { lock: true });
  await sql`delete from sending_domains where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  await audit(tx, { action: 'sending_domains.removed', of: { type: 'company', id: tx.companyId }, before: { domain } });
}

/** Of the demo alone: what its DNS has from now on. */
export async function setSandboxRecords(ctx: Ctx, id: number, kinds: readonly SendingRecordKind[]): Promise<SendingDomain> {
  if (!hasSandboxDns(ctx.platform)) throw fail('not_found');
  await inTenant(ctx, async (tx) => {
    await getDomain(tx, id, { lock: true });
    await sql`
      update sending_domains set sandbox_records = ${[...new Set(kinds)]} where company_id = ${tx.companyId} and id = ${id}`.execute(
      tx.db,
    );
  });
  return checkSendingDomain(ctx, id);
}

async function getDomain(tx: Tx, id: number, options: { lock?: boolean } = {}): Promise<StoredDomain> {
  const stored = await findDomain(tx, id, options);
  if (!stored) throw fail('not_found');
  return stored;
}

function present(platform: Platform, stored: StoredDomain): SendingDomain {
  const { id, domain, verified_at, checked_at, found } = stored;
  const records = recordsOf(stored, platform.config.mailDns).map((record) => ({
    ...record,
    ...(found[record.kind] ?? { state: 'unknown' as const, found: [] }),
  }));
  return { id, domain, verified_at, checked_at, records, is_sandbox: hasSandboxDns(platform) };
}
