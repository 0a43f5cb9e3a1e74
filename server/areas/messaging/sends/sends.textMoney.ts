// What texts cost. Money is held in the claim and charged when the carrier has taken the text; where the
// wallet is off, the cost is only recorded.
import { costOfUse, holdUsages, releaseUsages, settleUsages } from '#areas/money/wallet/wallet.service.ts';
import type { MessageState } from '#contract/sendLists.ts';
import type { Tx } from '#kernel/context.ts';
import { listWith } from '#kernel/features.ts';

interface Held {
  id: number;
  claim: string | null;
  asked_by: number;
  segments: number | null;
  media: readonly string[];
}

/** A hold is settled long before; then somebody must ask what has become of the text. */
const holdMs = 24 * 3_600_000;

/** In the order of the texts, as long as the money lasts. `uncovered`: their asker has too little. */
export async function holdForTexts(tx: Tx, texts: readonly Held[]) {
  const payers = await listWith(tx, 'wallet', [...new Set(texts.map(({ asked_by }) => asked_by))]);
  const costOf = await costOfUse(tx);
  const paid = texts.filter(({ asked_by }) => payers.has(asked_by));
  const expiresAt = new Date(tx.clock().getTime() + holdMs);
  const keys = await holdUsages(
    tx,
    paid.map((text) => ({ userId: text.asked_by, ...usedBy(text), key: keyOf(text), expiresAt })),
  );
  const [held, uncovered] = [new Set<number>(), new Set<number>()];
  for (const text of paid) (keys.has(keyOf(text)) ? held : uncovered).add(text.id);
  return { held, uncovered, priceOf: (text: Held): number => costOf(usedBy(text)) };
}

/** What became of held ones: charged where the carrier took the text, else given back. */
export async function payTexts(tx: Tx, texts: readonly (Held & { held: boolean; state: MessageState })[]): Promise<void> {
  const [sent, rest] = [[], []] as [Held[], Held[]];
  for (const text of texts) if (text.held) (text.state === 'sent' ? sent : rest).push(text);
  await settleUsages(
    tx,
    sent.map((text) => ({ userId: text.asked_by, ...usedBy(text), key: keyOf(text), note: 'Text' })),
  );
  await releaseUsages(tx, rest.map(keyOf));
}

/** A text with pictures costs the same whatever its length. */
const usedBy = ({ segments, media }: Held) =>
  media.length > 0 ? ({ usageType: 'mms', quantity: 1 } as const) : ({ usageType: 'sms', quantity: segments ?? 1 } as const);

const keyOf = ({ id, claim }: Held) => `text:${id}:${claim}`;
