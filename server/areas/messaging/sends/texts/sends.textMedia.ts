// Pictures of texts. The carrier fetches them from us; the address holds the key of the stored file, which is
// random.
import { sql } from 'kysely';
import { emailFile } from '#areas/messaging/templates/templates.service.ts';
import type { Tx } from '#kernel/context.ts';

export const mediaPathOf = (key: string): string => `/v1/sms/media/${key.replace('/', '-')}`;

/** Of files that a campaign has, in their order. */
export async function mediaPathsOf(tx: Tx, fileIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select f.key from unnest(${fileIds}::bigint[]) with ordinality w (id, place)
    join files f on f.company_id = ${tx.companyId} and f.kind = ${emailFile} and f.owner_id = w.id and f.state = 'kept'
    order by w.place`.execute(tx.db);
  return rows.map(({ key }) => mediaPathOf(key));
}
