// The carrier's reports on a text after it took it, and the consequences of its codes.
import { sql } from 'kysely';
import { suppress } from '#areas/messaging/compliance/compliance.service.ts';
import { noteRefusal } from '#areas/messaging/registrations/registrations.service.ts';
import type { Tx } from '#kernel/context.ts';
import type { CodeMeaning, TextReport } from '#kernel/telephony/telephony.ts';
import { recordEvent } from '../engine/sends.events.ts';

export type DatedReport = TextReport & { at: Date };

/** Only forward: a late or second report changes nothing. False where no text has this name (yet). */
export async function applyTextReport(tx: Tx, { id: providerId, status, code, means, at }: DatedReport): Promise<boolean> {
  const { rows } = await sql<{ id: number; address: string }>`
    select id, address from messages where company_id = ${tx.companyId} and provider_id = ${providerId} and sender is not null`.execute(
    tx.db,
  );
  const [message] = rows;
  if (!message) return false;
  const key = `text:${providerId}:${status}`;
  if (status === 'delivered') await recordEvent(tx, { messageId: message.id, kind: 'delivered', at, key });
  if (status !== 'undelivered' && status !== 'failed') return true;
  const isNew = await recordEvent(tx, { messageId: message.id, kind: 'bounced', at, key, detail: code ?? '' });
  if (!isNew || code === null) return true;
  await sql`update messages set carrier_code = ${code} where company_id = ${tx.companyId} and id = ${message.id}`.execute(tx.db);
  await heedCarrier(tx, [{ means, address: message.address }]);
  return true;
}

/** Stores the carrier's facts about numbers: they hold for every later text. */
export async function heedCarrier(tx: Tx, said: readonly { means: CodeMeaning | null; address: string }[]): Promise<void> {
  const saying = (meaning: CodeMeaning) => [
    ...new Set(said.filter(({ means }) => means === meaning).map(({ address }) => address)),
  ];
  await suppress(
    tx,
    saying('stopped').map((address) => ({
      channel: 'text',
      address,
      purpose: 'all',
      reason: 'revoked',
      note: 'The carrier says that the receiver has unsubscribed',
    })),
  );
  if (saying('unregistered').length > 0) await noteRefusal(tx);
  const [landlines, dead] = [saying('landline'), saying('dead')];
  const numbers = [...new Set([...landlines, ...dead])].toSorted();
  if (numbers.length === 0) return;
  await sql`
    insert into address_facts (company_id, address, landline, dead, checked_at)
    select ${tx.companyId}::bigint, n, n = any(${landlines}::text[]), n = any(${dead}::text[]), ${tx.clock()}::timestamptz
    from unnest(${numbers}::text[]) n
    on conflict (company_id, address) do update set landline = address_facts.landline or excluded.landline,
      dead = address_facts.dead or excluded.dead, checked_at = excluded.checked_at returning address`.execute(tx.db);
}
