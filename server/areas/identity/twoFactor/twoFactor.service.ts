// A user's second factors: which they have, what follows when one is added or removed, and the check of a sign-in's answer.
import type { SecondFactor, SecondFactorNeeded } from '#contract/signIn.ts';
import type { TwoFactor } from '#contract/twoFactor.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { type Counter, countCall, createCounter, forgiveCall } from '#kernel/http/rateLimits.ts';
import { countAttempt, type OneTimeToken, spendOneTimeToken } from '#kernel/secrets/oneTimeTokens.ts';
import { stepOf } from './twoFactor.app.ts';
import { twoFactorJobs } from './twoFactor.jobs.ts';
import { isMailedCode } from './twoFactor.mailCodes.ts';
import {
  appSecret,
  clearFactors,
  type FactorRow,
  findApp,
  getFactorRow,
  lockPerson,
  replaceRecoveryCodes,
  setSecured,
  takeStep,
  updateFactors,
} from './twoFactor.queries.ts';
import { keepRecoveryCodes, type NewCodes, type TriedCode, takeRecoveryCode } from './twoFactor.recovery.ts';

export { noFactors } from './twoFactor.queries.ts';
export { hashTried, makeRecoveryCodes } from './twoFactor.recovery.ts';

/** The order without a preference; mail last, as it is only as safe as the mailbox. */
const order = ['app', 'passkey', 'email'] as const;

/** The preferred one first. */
export function factorsOf(row: FactorRow): SecondFactor[] {
  const has = { app: row.app, passkey: row.passkeys > 0, email: row.email_codes };
  const first = (factor: SecondFactor) => Number(factor === row.second_factor);
  return order.filter((factor) => has[factor]).toSorted((one, other) => first(other) - first(one));
}

/** The factors that can answer this sign-in; null: no second step needed. */
export async function findSecondFactors(tx: Tx): Promise<Omit<SecondFactorNeeded, 'otp_secret'> | null> {
  const row = await getFactorRow(tx);
  if (row.two_factor_since === null) return null;
  return { factors: factorsOf(row), last_otp_at: row.last_otp_at, email_hint: masked(row.email) };
}

const masked = (email: string) => email.replace(/^(.)[^@]*/u, '$1•••');

export async function presentTwoFactor(tx: Tx): Promise<TwoFactor> {
  const row = await getFactorRow(tx);
  const factors = factorsOf(row);
  const { required, app, email_codes: email, passkeys, recovery_codes_left, has_password } = row;
  return {
    required,
    enabled: factors.length > 0,
    app,
    email,
    passkeys,
    recovery_codes_left,
    preferred: factors[0] ?? null,
    has_password,
  };
}

/** Call after storing a factor, in the same transaction. Stores and returns `codes` if the user has no recovery code. */
export async function factorAdded(tx: Tx, factor: SecondFactor, codes: NewCodes): Promise<string[]> {
  await lockPerson(tx);
  await setSecured(tx, true);
  const { recovery_codes_left } = await getFactorRow(tx);
  tx.enqueue(twoFactorJobs.mailChange, { what: 'added', factor });
  return recovery_codes_left === 0 ? keepRecoveryCodes(tx, codes) : [];
}

/** Call after removing a factor, in the same transaction: refuses if it was the last one of a user who must have one. */
export async function factorRemoved(tx: Tx, factor: SecondFactor): Promise<void> {
  await lockPerson(tx);
  const row = await getFactorRow(tx);
  const left = factorsOf(row);
  if (left.length === 0) {
    if (row.required) throw fail('two_factor.required');
    await setSecured(tx, false);
    await replaceRecoveryCodes(tx, []);
  }
  if (row.second_factor && !left.some((one) => one === row.second_factor)) await updateFactors(tx, { second_factor: null });
  tx.enqueue(twoFactorJobs.mailChange, { what: 'removed', factor });
}

/** For a user who lost every factor and recovery code, after an administrator made sure of their identity. */
export async function removeAllFactors(tx: Tx): Promise<void> {
  await lockPerson(tx);
  await clearFactors(tx);
  tx.enqueue(twoFactorJobs.mailChange, { what: 'reset' });
}

type Refusal = 'wrong' | 'spent';

/** Wrong answers allowed in one sign-in or one set-up. */
const wrongAnswers = 5;

/**
 * Wrong answers over all sign-ins of one user: with the right password an attacker may start any number of sign-ins. Six digits
 * resist this many guesses; a locked-out user still has recovery codes, counted apart, and passkeys.
 */
const guesses = {
  code: createCounter('second factor code', { limit: 20, seconds: 3600 }, { limit: 60, seconds: 86_400 }),
  recovery_code: createCounter('second factor recovery code', { limit: 50, seconds: 3600 }),
  passkey: createCounter('second factor passkey'),
} as const satisfies Record<string, Counter>;

/**
 * Checks an answer to a waiting sign-in. A right one uses the token up, and so does a fifth wrong one. The count is part of the
 * transaction: the caller must not throw in it.
 */
export async function weighAnswer(
  tx: Tx,
  row: OneTimeToken,
  kind: keyof typeof guesses,
  isRight: () => Promise<boolean>,
): Promise<'right' | Refusal> {
  const person = [tx.companyId, tx.actor.userId];
  await countCall(tx.db, guesses[kind], ...person);
  if (!(await isRight())) return countWrong(tx, row);
  await forgiveCall(tx.db, guesses[kind], ...person);
  await spendOneTimeToken(tx, row);
  return 'right';
}

export async function countWrong(tx: Tx, row: OneTimeToken): Promise<Refusal> {
  if (row.attempts + 1 >= wrongAnswers) {
    await spendOneTimeToken(tx, row);
    return 'spent';
  }
  await countAttempt(tx, row);
  return 'wrong';
}

/** From the app or the mail, whichever the user has. */
export async function isCodeRight(tx: Tx, row: OneTimeToken, code: string): Promise<boolean> {
  const app = await findApp(tx);
  if (app?.totp_secret_sealed) {
    const step = stepOf(tx.seal.openKept(app.totp_secret_sealed, appSecret, tx.companyId), code, tx.clock());
    if (step !== null) return takeStep(tx, step);
  }
  const { email_codes } = await getFactorRow(tx);
  return email_codes && isMailedCode(tx, row, code);
}

export async function isRecoveryCodeRight(tx: Tx, tried: TriedCode): Promise<boolean> {
  const right = await takeRecoveryCode(tx, tried);
  if (right) tx.enqueue(twoFactorJobs.mailChange, { what: 'recovered' });
  return right;
}

/** For a wrong answer, after its count is written. */
export function refuse(verdict: Refusal | null) {
  if (verdict === 'wrong') return fail('two_factor.wrong_code');
  return fail('two_factor.spent');
}
