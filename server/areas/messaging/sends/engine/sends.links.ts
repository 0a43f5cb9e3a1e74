// Links that count. One names the company, the message and a row with the address it leads to; nothing in it
// can lead elsewhere.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';

/** The picture has no row. */
export const picture = 'picture';
export const short = (text: string, length: number) => createHash('sha256').update(text).digest('hex').slice(0, length);
const keyOf = (href: string) => short(href, 16);

interface Named {
  id: number;
  secret: string;
}

/** Its last part is known to the receiver alone, and does not tell the secret with which mail is refused. */
const tokenOf = (companyId: number, { id, secret }: Named, key: string) =>
  `${companyId.toString(36)}-${id.toString(36)}-${key}-${short(`${secret} ${key}`, 24)}`;

export const linkTokenOf = (companyId: number, message: Named, href: string) => tokenOf(companyId, message, keyOf(href));
export const pictureTokenOf = (companyId: number, message: Named) => tokenOf(companyId, message, picture);

/** Of a text: short, because each letter costs. Its last part is known to the receiver alone. */
export const textLinkTokenOf = (companyId: number, { id, secret }: Named, href: string) =>
  `${companyId.toString(36)}-${id.toString(36)}-${textProof(secret, keyOf(href))}`;

export const textProof = (secret: string, key: string) =>
  createHash('sha256').update(`${secret} text ${key}`).digest('base64url').slice(0, 10);

export async function keepLinks(tx: Tx, sendId: number, hrefs: readonly string[]): Promise<void> {
  const rows = hrefs.map((href) => ({ link_key: keyOf(href), href }));
  await sql`
    insert into send_links (company_id, send_id, link_key, href)
    select ${tx.companyId}::bigint, ${sendId}::bigint, r.link_key, r.href from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (link_key text, href text)
    order by r.link_key on conflict do nothing`.execute(tx.db);
}
