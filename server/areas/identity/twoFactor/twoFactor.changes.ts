// Sets up and removes a second factor; only its owner may, with a proof.

import { mustHaveMail } from '#areas/company/mail/mail.service.ts';
import { mustBeAbleToProveOneself, mustProveOneself } from '#areas/identity/passwords/passwords.service.ts';
import { changeSecurity } from '#areas/identity/sessions/sessions.service.ts';
import type { SecondFactor } from '#contract/signIn.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { createOneTimeToken, lockOneTimeToken, spendOneTimeToken } from '#kernel/secrets/oneTimeTokens.ts';
import { createSecret, describeSecret, stepOf } from './twoFactor.app.ts';
import { askForCode, isMailedCode, mailCode } from './twoFactor.mailCodes.ts';
import { appSecret, getFactorRow, updateFactors } from './twoFactor.queries.ts';
import { keepRecoveryCodes, makeRecoveryCodes } from './twoFactor.recovery.ts';
import { countWrong, factorAdded, factorRemoved, factorsOf, presentTwoFactor, refuse } from './twoFactor.service.ts';
import { SetUp } from './twoFactor.setUp.ts';

/** Minutes for the first code. */
const setUpWithin = 10;

const beginSetUp = (tx: Tx, data: SetUp) =>
  createOneTimeToken(tx, { purpose: 'two_factor_setup', minutes: setUpWithin, data, alone: true });

export async function generateQr(ctx: Ctx) {
  await mustBeAbleToProveOneself(ctx);
  return inTenant(ctx, async (tx) => {
    const { company, email } = await getFactorRow(tx);
    const secret = createSecret();
    const otp_secret = await beginSetUp(tx, {
      kind: 'app',
      secret_sealed: tx.seal.seal(secret, appSecret, tx.companyId).toString('base64'),
    });
    return { otp_secret, ...describeSecret(secret, { issuer: company, label: email }) };
  });
}

export async function startEmailCodes(ctx: Ctx) {
  mustHaveMail(ctx.platform);
  await mustBeAbleToProveOneself(ctx);
  const { otp_secret, asked } = await inTenant(ctx, async (tx) => {
    const otp_secret = await beginSetUp(tx, { kind: 'email' });
    const row = await lockOneTimeToken(tx, otp_secret, 'two_factor_setup');
    if (!row) throw fail('two_factor.spent');
    return { otp_secret, asked: await askForCode(tx, row) };
  });
  return { otp_secret, last_otp_at: await mailCode(ctx, asked) };
}

/** In two transactions: a wrong code must be counted, and a right one is stored only together with the session's new token. */
export async function enableTwoFactor(
  ctx: Ctx,
  { otp_secret, otp, password }: { otp_secret: string; otp: string; password?: string | undefined },
) {
  await mustProveOneself(ctx, password);
  const confirmed = await inTenant(ctx, (tx) => confirmSetUp(tx, otp_secret, otp));
  if (typeof confirmed !== 'object' || !confirmed) throw refuse(confirmed);
  const codes = await makeRecoveryCodes(ctx);
  return changeSecurity(ctx, async (tx) => {
    await updateFactors(tx, confirmed.factor === 'app' ? confirmed.columns : { email_codes: true });
    const recovery_codes = await factorAdded(tx, confirmed.factor, codes);
    return { ...(await presentTwoFactor(tx)), recovery_codes };
  });
}

async function confirmSetUp(tx: Tx, otpSecret: string, code: string) {
  const row = await lockOneTimeToken(tx, otpSecret, 'two_factor_setup');
  if (!row) return null;
  const setUp = SetUp.parse(row.data);
  if (setUp.kind === 'email') {
    if (!isMailedCode(tx, row, code)) return countWrong(tx, row);
    await spendOneTimeToken(tx, row);
    return { factor: 'email' } as const;
  }
  const totp_secret_sealed = Buffer.from(setUp.secret_sealed, 'base64');
  const step = stepOf(tx.seal.openKept(totp_secret_sealed, appSecret, tx.companyId), code, tx.clock());
  if (step === null) return countWrong(tx, row);
  await spendOneTimeToken(tx, row);
  return { factor: 'app', columns: { totp_secret_sealed, totp_step: step } } as const;
}

export async function disableTwoFactor(ctx: Ctx, factor: 'app' | 'email', password: string | undefined) {
  await mustProveOneself(ctx, password);
  return changeSecurity(ctx, async (tx) => {
    await mustHaveFactor(tx, factor);
    await updateFactors(tx, factor === 'app' ? { totp_secret_sealed: null, totp_step: null } : { email_codes: false });
    await factorRemoved(tx, factor);
    return presentTwoFactor(tx);
  });
}

export async function createRecoveryCodes(ctx: Ctx, password: string | undefined) {
  await mustProveOneself(ctx, password);
  const codes = await makeRecoveryCodes(ctx);
  return changeSecurity(ctx, async (tx) => {
    await mustHaveFactor(tx);
    return { recovery_codes: await keepRecoveryCodes(tx, codes) };
  });
}

export async function updateTwoFactorPreference(tx: Tx, preferred: SecondFactor): Promise<void> {
  await mustHaveFactor(tx, preferred);
  await updateFactors(tx, { second_factor: preferred });
}

/** Any factor, if none is named. */
async function mustHaveFactor(tx: Tx, factor?: SecondFactor) {
  const factors = factorsOf(await getFactorRow(tx));
  if (factor ? !factors.includes(factor) : factors.length === 0) throw fail('two_factor.not_set_up');
}
