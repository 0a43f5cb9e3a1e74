// The pages of the demo's card processor. They exist only in the demo.
import { money, moneyText } from '#contract/kit/money.ts';
import type { SandboxCardAct } from '#contract/sandboxCardLists.ts';
import type { SandboxCharge, SandboxPages } from '#kernel/cards/cards.ts';
import type { Platform, PublicCtx } from '#kernel/context.ts';
import { Failure, fail, wrong } from '#kernel/errors.ts';
import { signatureHeader, stripeHook } from './cards.events.ts';

function pagesOf({ cards }: Platform): SandboxPages {
  if (!cards?.sandbox) throw fail('not_found');
  return cards.sandbox;
}

const there = <T>(page: T | null): T => {
  if (page === null) throw fail('not_found');
  return page;
};

export const showSetup = async (platform: Platform, id: string) => there(await pagesOf(platform).findSetup(id));

export async function enterCard(
  { platform, clock }: PublicCtx,
  id: string,
  { number, expiry, cvc }: { number: string; expiry: string; cvc: string },
) {
  const pages = pagesOf(platform);
  there(await pages.findSetup(id));
  const [, month = '', year = ''] = /^(\d{1,2}) ?\/ ?(?:20)?(\d{2})$/.exec(expiry) ?? [];
  const lastMoment = Date.UTC(2000 + Number(year), Number(month), 1);
  const errors = {
    ...(!(Number(month) >= 1 && Number(month) <= 12 && lastMoment > clock().getTime()) && {
      expiry: ['Enter a month ahead, as 04/29'],
    }),
    ...(!/^\d{3,4}$/.test(cvc) && { cvc: ['Enter three or four digits'] }),
  };
  if (Object.keys(errors).length > 0) throw fail('invalid', { errors });
  const entered = await pages.enterCard(id, { number, month: Number(month), year: 2000 + Number(year) });
  if (!entered) throw wrong('number', 'Only the test cards that stand below can be used here');
  return entered;
}

export async function showCharge(platform: Platform, id: string) {
  const { cents, ...charge } = there(await pagesOf(platform).findCharge(id));
  return { ...charge, amount: amountOf({ cents }) };
}

export const answerCharge = async (platform: Platform, id: string, approve: boolean) =>
  there(await pagesOf(platform).answerCharge(id, approve));

export async function listCharges(platform: Platform) {
  const pages = pagesOf(platform);
  const [charges, events] = [await pages.listCharges(), await pages.listEvents()];
  const data = charges.map(({ cents, refunds, dispute, ...charge }) => ({
    ...charge,
    amount: amountOf({ cents }),
    refunds: refunds.map((refund) => ({ state: refund.state, amount: amountOf(refund) })),
    dispute: dispute && { state: dispute.state, amount: amountOf(dispute) },
    acts: actsOf({ state: charge.state, cents, refunds, dispute }),
  }));
  return { data, events };
}

/** The acts that the charge allows now. */
function actsOf({
  state,
  cents,
  refunds,
  dispute,
}: Pick<SandboxCharge, 'state' | 'cents' | 'refunds' | 'dispute'>): SandboxCardAct[] {
  if (state !== 'succeeded') return [];
  const acts: SandboxCardAct[] = dispute === null ? ['ask', 'dispute'] : [];
  if (dispute?.state === 'warning_needs_response') acts.push('dispute', 'win');
  if (dispute?.state === 'needs_response') acts.push('win', 'lose');
  const refunded = refunds.reduce((sum, refund) => sum + (refund.state === 'failed' ? 0 : refund.cents), 0);
  const isFree = dispute === null || dispute.state === 'won' || dispute.state === 'warning_closed';
  if (isFree && refunded < cents) acts.push('refund');
  if (refunds.some((refund) => refund.state === 'succeeded')) acts.push('fail_refund');
  return [...acts, 'expire_card'];
}

export async function actOnCharge(ctx: PublicCtx, id: string, { act, tell }: { act: SandboxCardAct; tell: boolean }) {
  const events = there(await pagesOf(ctx.platform).act(id, act));
  if (events === 'not_now') throw fail('conflict');
  for (const event of tell ? events : []) await sendEvent(ctx, event, { forged: false });
}

/** As the processor makes it, by way of its signature. The page is told of a refusal, as its own session is not refused. */
export async function sendEvent(ctx: PublicCtx, id: string, how: { forged: boolean }): Promise<{ taken: boolean }> {
  const { body, signature } = there(await pagesOf(ctx.platform).signed(id, how));
  try {
    const header = (name: string) => (name === signatureHeader ? signature : undefined);
    await stripeHook.receive(ctx, { body, url: '', header });
    return { taken: true };
  } catch (error) {
    if (error instanceof Failure && error.code === 'webhooks.forged') return { taken: false };
    throw error;
  }
}

const amountOf = ({ cents }: { cents: number }) => moneyText(money(cents * 100));
