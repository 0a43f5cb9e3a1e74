// The cost of a text while it is written: segments, units of the plan, or money where the company has wallets.
import { useQuery } from '@tanstack/react-query';
import { useUpdate } from '#app/cable.ts';
import { invalidate, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { dollars, tenThousandths } from '#contract/kit/formats.ts';
import { textSizeOf } from '#contract/kit/segments.ts';
import { type Beyond, unitsOfText } from '#contract/planLists.ts';
import { getTextCover } from '#contract/texting.ts';
import { linksIn, withLinks } from '#contract/texts.ts';
import { dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import type { Answer } from './conversations.sending.ts';

/** As long as a short link of this product. */
const shortLink = () => `${location.origin}/l/${'x'.repeat(20)}`;

export interface TextCost {
  /** `By text message: 2 segments, $0.03. “é” makes it longer.` */
  words: string;
  /** `wallet`: it holds too little. `refused`: the plan has too few units, and somebody else pays it. */
  lacks: Beyond | null;
  /** In the wallet. */
  available: string;
}

export function useTextCost({ text, files, tracks }: Answer, isText: boolean): TextCost {
  const { features, can } = useMe();
  const cover = useQuery({ ...queryOf(getTextCover), enabled: isText && features.texting && can['messages.send'] }).data;
  useUpdate('wallet.changed', () => void invalidate(getTextCover));
  useUpdate('subscriptions.changed', () => void invalidate(getTextCover));
  const { segments, unicode } = textSizeOf(tracks ? withLinks(text, linksIn(text), shortLink) : text);
  const pictures = files.length > 0;
  const size = pictures ? 'with files' : segments === 1 ? '1 segment' : `${segments} segments`;
  const signs = unicode.slice(0, 3).map((sign) => `“${sign}”`);
  const longer = signs.length === 0 || pictures ? '' : ` ${signs.join(' ')} ${signs.length === 1 ? 'makes' : 'make'} it longer.`;
  const { paid, lacks } = payerOf({ segments, pictures });
  return { words: `By text message: ${size}${paid}.${longer}`, lacks, available: cover?.wallet?.available ?? '0.00' };

  function payerOf(asked: { segments: number; pictures: boolean }): { paid: string; lacks: Beyond | null } {
    const { plan, wallet } = cover ?? { plan: null, wallet: null };
    if (plan && plan.left >= unitsOfText(asked))
      return { paid: `, of your plan, which has ${plan.left.toLocaleString('en-US')} left`, lacks: null };
    if (plan?.beyond === 'refused') return { paid: '', lacks: 'refused' };
    if (!wallet) return { paid: '', lacks: null };
    const cost = pictures ? tenThousandths(wallet.picture) : segments * tenThousandths(wallet.text);
    return { paid: `, ${dollarsOf(dollars(cost))}`, lacks: cost > tenThousandths(wallet.available) ? 'wallet' : null };
  }
}
