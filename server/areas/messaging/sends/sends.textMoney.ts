// What texts cost. Money is held in the claim and charged when the carrier has taken the text; where the
// wallet is off, the cost is only recorded.
import { sql } from 'kysely';
import { holdUsage, priceOf, releaseUsage, settleUsage } from '#areas/money/wallet/wallet.service.ts';
import { isOn, type Overrides } from '#contract/features.ts';
import type { Variant } from '#contract/lookups.ts';
import type { MessageState } from '#contract/sendLists.ts';
import type { Tx } from '#kernel/context.ts';
import { overridesOf } from '#kernel/features.ts';

interface Held {
  id: number;
  claim: string | null;
  asked_by: number;
  segments: number | null;
  media: readonly string[];
}

/** A hold is settled long before; then somebody must ask what has become of the text. */
const holdMs = 24 * 3_600_000;

/** `uncovered`: their asker has too little money. */
export async function holdForTexts(tx: Tx, texts: readonly Held[]) {
  const payers = await listPayers(tx, [...new Set(texts.map(({ asked_by }) => asked_by))]);
  const prices = texts.length > 0 ? { sms: await priceOf(tx, 'sms'), mms: await priceOf(tx, 'mms') } : { sms: 0, mms: 0 };
  const [held, uncovered] = [new Set<number>(), new Set<number>()];
  for (const text of texts) {
    if (!payers.has(text.asked_by)) continue;
    const expiresAt = new Date(tx.clock().getTime() + holdMs);
    const covered = await holdUsage(tx, { userId: text.asked_by, ...usedBy(text), key: keyOf(text), expiresAt });
    (covered ? held : uncovered).add(text.id);
  }
  const costOf = (text: Held) => prices[usedBy(text).usageType] * usedBy(text).quantity;
  return { held, uncovered, priceOf: costOf };
}

/** What became of held ones: charged where the carrier took the text, else given back. */
export async function payTexts(tx: Tx, texts: readonly (Held & { held: boolean; state: MessageState })[]): Promise<void> {
  for (const text of texts) {
    if (!text.held) continue;
    if (text.state === 'sent') await settleUsage(tx, { userId: text.asked_by, ...usedBy(text), key: keyOf(text), note: 'Text' });
    else await releaseUsage(tx, keyOf(text));
  }
}

/** A text with pictures costs the same whatever its length. */
const usedBy = ({ segments, media }: Held) =>
  media.length > 0 ? ({ usageType: 'mms', quantity: 1 } as const) : ({ usageType: 'sms', quantity: segments ?? 1 } as const);

const keyOf = ({ id, claim }: Held) => `text:${id}:${claim}`;

/** Those of them who have a wallet. */
async function listPayers(tx: Tx, userIds: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number; variant: Variant; overrides: Overrides }>`
    select u.id, c.variant, ${overridesOf(tx.companyId, sql`u.id`)} as overrides
    from users u join companies c on c.company_id = ${tx.companyId}
    where u.company_id = ${tx.companyId} and u.id = any(${userIds}::bigint[])`.execute(tx.db);
  return new Set(rows.filter(({ variant, overrides }) => isOn('wallet', variant, overrides)).map(({ id }) => id));
}
