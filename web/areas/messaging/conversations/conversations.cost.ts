// What a text that is being written takes: segments, and the money where the company has wallets.
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { textSizeOf } from '#contract/kit/segments.ts';
import { linksIn, withLinks } from '#contract/texts.ts';
import { listUsagePrices } from '#contract/wallet.ts';
import type { Answer } from './conversations.sending.ts';

/** As long as a short link of this product. */
const shortLink = () => `${location.origin}/l/${'x'.repeat(20)}`;

/** `By text message: 2 segments, $0.0158. “é” makes it longer.` */
export function useTextWords({ text, files, tracks }: Answer): string {
  const { features, can } = useMe();
  const prices = useQuery({ ...queryOf(listUsagePrices), enabled: features.wallet && can['wallet.use'] });
  const { segments, unicode } = textSizeOf(tracks ? withLinks(text, linksIn(text), shortLink) : text);
  const priceOf = (type: string) => Number(prices.data?.data.find(({ usage_type }) => usage_type === type)?.price ?? Number.NaN);
  const cost = files.length > 0 ? priceOf('mms') : segments * priceOf('sms');
  const size = files.length > 0 ? 'with files' : segments === 1 ? '1 segment' : `${segments} segments`;
  const money = Number.isNaN(cost) ? '' : `, $${cost.toFixed(4).replace(/0{1,2}$/, '')}`;
  const signs = unicode.slice(0, 3).map((sign) => `“${sign}”`);
  const longer =
    signs.length === 0 || files.length > 0 ? '' : ` ${signs.join(' ')} ${signs.length === 1 ? 'makes' : 'make'} it longer.`;
  return `By text message: ${size}${money}.${longer}`;
}
