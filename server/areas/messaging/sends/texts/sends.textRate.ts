// How fast texts leave: the carriers count all local numbers of a company together, and each toll-free number
// alone.
import { textRateOf } from '#areas/messaging/registrations/registrations.service.ts';
import { isTollFree } from '#contract/kit/formats.ts';
import type { Tx } from '#kernel/context.ts';

/** Stands for all local numbers among the receivers of a pace. */
const local = 'local';

/** The limits that a text from this number counts against; the number's own, too, as the carrier may slow it down alone. */
export const countedFor = (sender: string): string[] => (isTollFree(sender) ? [sender] : [local, sender]);

/** Segments a minute of each. */
export async function textRates(tx: Tx, receivers: readonly string[]): Promise<(receiver: string) => number> {
  const ofLocal = await textRateOf(tx);
  const free = receivers.find((receiver) => receiver !== local && isTollFree(receiver));
  const ofFree = free === undefined ? ofLocal : await textRateOf(tx, free);
  return (receiver) => 60 * (receiver !== local && isTollFree(receiver) ? ofFree : ofLocal).segmentsPerSecond;
}
