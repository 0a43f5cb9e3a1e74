// Rows of sending domains, and the key that signs mail.
import { sql } from 'kysely';
import type { SendingRecordKind, SendingRecordState } from '#contract/sendingDomains.ts';
import type { Tx } from '#kernel/context.ts';
import type { MailSender } from '#kernel/mail/mail.ts';

/** Purpose of the seal. */
export const privateKeys = 'key of a sending domain';

/** The DNS answers for each record. */
export type Found = { [Kind in SendingRecordKind]?: { state: SendingRecordState; found: string[] } };

export interface StoredDomain {
  id: number;
  domain: string;
  selector: string;
  public_key: string;
  found: Found;
  sandbox_records: string[];
  checked_at: string | null;
  verified_at: string | null;
}

const columns = sql.raw('d.id, d.domain, d.selector, d.public_key, d.found, d.sandbox_records, d.checked_at, d.verified_at');

export async function listDomains(tx: Tx): Promise<StoredDomain[]> {
  const { rows } = await sql<StoredDomain>`
    select ${columns} from sending_domains d where d.company_id = ${tx.companyId} order by d.domain limit 100`.execute(tx.db);
  return rows;
}

/** `lock`: until the transaction ends, nobody else changes it. */
export async function findDomain(tx: Tx, id: number, { lock = false } = {}): Promise<StoredDomain | undefined> {
  const { rows } = await sql<StoredDomain>`
    select ${columns} from sending_domains d where d.company_id = ${tx.companyId} and d.id = ${id} ${lock ? sql`for update` : sql``}`.execute(
    tx.db,
  );
  return rows[0];
}

/**
 * How mail with this sender's address leaves; null: its domain is not verified, so it leaves from the
 * product's own address.
 */
export async function findMailSender(tx: Tx, address: string | null | undefined): Promise<MailSender | null> {
  const domain = address?.slice(address.lastIndexOf('@') + 1).toLowerCase();
  if (!address || !domain) return null;
  const { rows } = await sql<{ selector: string; private_key_sealed: Buffer }>`
    select selector, private_key_sealed from sending_domains
    where company_id = ${tx.companyId} and domain = ${domain} and verified_at is not null`.execute(tx.db);
  const [row] = rows;
  if (!row) return null;
  const privateKey = tx.seal.openKept(row.private_key_sealed, privateKeys, tx.companyId);
  return { address, dkim: { domainName: domain, keySelector: row.selector, privateKey } };
}

export async function hasVerifiedDomain(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    select from sending_domains where company_id = ${tx.companyId} and verified_at is not null limit 1`.execute(tx.db);
  return rows.length > 0;
}
