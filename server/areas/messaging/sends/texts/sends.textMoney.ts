// The payment of texts: by the asker's plan, then by their wallet. Both are taken in the claim and given back
// where the carrier refuses the text; where the wallet is off, the cost is only recorded.
import { giveUnitsBack, takeUnits, unitsLeft } from '#areas/money/subscriptions/subscriptions.service.ts';
import { availableTo, costOfUse, holdUsages, releaseUsages, settleUsages } from '#areas/money/wallet/wallet.service.ts';
import { moneyText } from '#contract/kit/money.ts';
import { unitsOfText } from '#contract/planLists.ts';
import type { MessageState, StoredPurpose } from '#contract/sendLists.ts';
import type { UsageType } from '#contract/walletLists.ts';
import type { Tx } from '#kernel/context.ts';
import { listWith } from '#kernel/features.ts';

interface Held {
  id: number;
  claim: string | null;
  asked_by: number;
  segments: number | null;
  media: readonly string[];
}

export interface Cover {
  price: number;
  /** In the wallet. */
  held: boolean;
  /** Of a plan: the license and the units that it takes. */
  licence_id: number | null;
  licence_period: number | null;
  units: number | null;
  /** Why it may not leave: the wallet has too little, or the plan's payer gave no more. */
  lacks: 'balance' | 'allocation' | null;
}

/** A hold is settled long before; then somebody must ask what has become of the text. */
const holdMs = 24 * 3_600_000;

interface Due extends Held {
  purpose: StoredPurpose;
}

/**
 * In the order of the texts, as long as plan and money last. The law's answers leave all the same: their cost is
 * recorded.
 */
export async function coverTexts(tx: Tx, texts: readonly Due[]): Promise<Map<number, Cover>> {
  const taken = await takeUnits(
    tx,
    'texting',
    texts.map((text) => ({ id: text.id, userId: text.asked_by, units: unitsOf(text) })),
  );
  const from = ({ id }: Due) => taken.get(id) ?? ({ from: 'none' } as const);
  const payers = await listWith(tx, 'wallet', [...new Set(texts.map(({ asked_by }) => asked_by))]);
  const paid = texts.filter((text) => payers.has(text.asked_by) && ['wallet', 'none'].includes(from(text).from));
  const costOf = await costOfUse(tx);
  const expiresAt = new Date(tx.clock().getTime() + holdMs);
  const keys = await holdUsages(
    tx,
    paid.map((text) => ({ userId: text.asked_by, ...usedBy(text), key: keyOf(text), expiresAt })),
  );
  const asked = new Set(paid);
  return new Map(texts.map((text) => [text.id, cover(text)]));

  function cover(text: Due): Cover {
    const plan = from(text);
    const none = { held: false, licence_id: null, licence_period: null, units: null, lacks: null };
    if (plan.from === 'licence')
      return { ...none, price: 0, licence_id: plan.licenceId, licence_period: plan.period, units: unitsOf(text) };
    const price = costOf(usedBy(text));
    const mustLeave = text.purpose === 'compliance';
    if (plan.from === 'refused') return { ...none, price, lacks: mustLeave ? null : 'allocation' };
    const held = keys.has(keyOf(text));
    return { ...none, price, held, lacks: asked.has(text) && !held && !mustLeave ? 'balance' : null };
  }
}

type Covered = Held & Pick<Cover, 'held' | 'licence_id' | 'licence_period' | 'units'> & { state: MessageState };

/** Settles covered texts: charged where the carrier took the text, else given back. */
export async function payTexts(tx: Tx, texts: readonly Covered[]): Promise<void> {
  await giveUnitsBack(
    tx,
    texts.flatMap(({ licence_id, licence_period, units, ...text }) => {
      const rest = (units ?? 0) - (text.state === 'sent' ? unitsOf(text) : 0);
      return licence_id !== null && rest > 0 ? { licenceId: licence_id, period: licence_period ?? 0, units: rest } : [];
    }),
  );
  const [sent, rest] = [[], []] as [Held[], Held[]];
  for (const text of texts) if (text.held) (text.state === 'sent' ? sent : rest).push(text);
  await settleUsages(
    tx,
    sent.map((text) => ({ userId: text.asked_by, ...usedBy(text), key: keyOf(text), note: 'Text' })),
  );
  await releaseUsages(tx, rest.map(keyOf));
  const users = texts.flatMap(({ licence_id, asked_by }) => (licence_id === null ? [] : asked_by));
  if (users.length > 0) tx.tell({ event: 'wallet.changed' }, { to: [...new Set(users)] });
}

/** The units that the actor's licenses have left, and `rest`: the texts that they leave to the wallet. Null: there is no plan. */
export async function planOfTexts(tx: Tx, texts: { segments: number; pictures: number }) {
  const held = await unitsLeft(tx, 'texting', tx.actor.userId);
  if (!held) return { plan: null, rest: texts };
  const { rooms, beyond } = held;
  const covered = (quantity: number, units: number) =>
    Math.min(
      quantity,
      rooms.reduce((sum, room) => sum + Math.floor(room / units), 0),
    );
  const one = unitsOfText({ segments: 1, pictures: true });
  return {
    plan: { left: rooms.reduce((sum, room) => sum + room, 0), beyond },
    rest: { segments: texts.segments - covered(texts.segments, 1), pictures: texts.pictures - covered(texts.pictures, one) },
  };
}

/** For the composer. */
export async function getTextCover(tx: Tx) {
  const held = await unitsLeft(tx, 'texting', tx.actor.userId);
  const plan = held && { left: held.left, beyond: held.beyond };
  if (!tx.actor.mayUse('wallet')) return { plan, wallet: null };
  const costOf = await costOfUse(tx);
  const price = (usageType: UsageType) => moneyText(costOf({ usageType, quantity: 1 }));
  return { plan, wallet: { available: moneyText(await availableTo(tx)), text: price('sms'), picture: price('mms') } };
}

const unitsOf = ({ segments, media }: Pick<Held, 'segments' | 'media'>) =>
  unitsOfText({ segments: segments ?? 1, pictures: media.length > 0 });

/** A text with pictures costs the same whatever its length. */
const usedBy = ({ segments, media }: Held) =>
  media.length > 0 ? ({ usageType: 'mms', quantity: 1 } as const) : ({ usageType: 'sms', quantity: segments ?? 1 } as const);

const keyOf = ({ id, claim }: Held) => `text:${id}:${claim}`;
