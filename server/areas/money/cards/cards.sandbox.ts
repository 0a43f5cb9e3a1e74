// The pages of the demo's card processor. They exist only in the demo.
import { money, moneyText } from '#contract/kit/money.ts';
import type { SandboxPages } from '#kernel/cards/cards.ts';
import type { Platform, PublicCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';

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
  if (!entered) throw fail('invalid', { errors: { number: ['Only the test cards that stand below can be used here'] } });
  return entered;
}

export async function showCharge(platform: Platform, id: string) {
  const { cents, ...charge } = there(await pagesOf(platform).findCharge(id));
  return { ...charge, amount: moneyText(money(cents * 100)) };
}

export const answerCharge = async (platform: Platform, id: string, approve: boolean) =>
  there(await pagesOf(platform).answerCharge(id, approve));
