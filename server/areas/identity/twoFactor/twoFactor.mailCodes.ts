// Codes by mail. Sent at once and not by a job: the user waits and learns whether the mail was sent, and the code is stored
// nowhere but in the mail. We keep its hash.
import { randomInt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Letter, mustHaveMail, sendToUser } from '#areas/company/mail/mail.service.ts';
import { type Actor, inTenant, type PublicCtx, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { countCall, createCounter } from '#kernel/http/rateLimits.ts';
import { type OneTimeToken, withOneTimeToken } from '#kernel/secrets/oneTimeTokens.ts';
import { getFactorRow, noteMailedCode, storeCode, updateFactors } from './twoFactor.queries.ts';
import { SetUp } from './twoFactor.setUp.ts';

/** Seconds between two mails for one token. */
const pause = 30;
/** Mails to one user: an attacker may know their password. */
const mailedCodes = createCounter('mailed codes', { limit: 10, seconds: 3600 });
const minutes = 10;
/** Milliseconds that the screen waits for the mail server. */
const patience = 10_000;

/** For a sign-in or a set-up that waits for one. */
export async function sendOtp(ctx: PublicCtx, otpSecret: string) {
  mustHaveMail(ctx.platform);
  const sent =
    (await withOneTimeToken(ctx, otpSecret, 'second_factor', async (tx, row) => {
      const { email_codes } = await getFactorRow(tx);
      return email_codes ? askForCode(tx, row) : notSetUp;
    })) ??
    (await withOneTimeToken(ctx, otpSecret, 'two_factor_setup', async (tx, row) =>
      SetUp.parse(row.data).kind === 'email' ? askForCode(tx, row) : notSetUp,
    ));
  if (!sent) throw fail('two_factor.spent');
  if (sent === notSetUp) throw fail('two_factor.not_set_up');
  return { last_otp_at: await mailCode(ctx, sent) };
}

const notSetUp = Symbol('not set up');

const Mailed = z.object({ mailed_at: z.iso.datetime().optional() });

/** A code to mail to `actor` after the transaction has committed. */
interface AskedCode {
  actor: Actor;
  tokenId: number;
  at: string;
}

/** The next code may be requested half a minute later. */
export async function askForCode(tx: Tx, row: OneTimeToken): Promise<AskedCode> {
  const now = tx.clock();
  const { mailed_at } = Mailed.parse(row.data);
  const wait = mailed_at ? Date.parse(mailed_at) + pause * 1000 - now.getTime() : 0;
  if (wait > 0) throw fail('rate_limited', { retryAfter: Math.ceil(wait / 1000) });
  await countCall(tx.db, mailedCodes, tx.companyId, tx.actor.userId);
  await noteMailedCode(tx, row.id, now, new Date(now.getTime() + minutes * 60_000));
  await updateFactors(tx, { last_otp_at: now });
  return { actor: tx.actor, tokenId: row.id, at: now.toISOString() };
}

/** Returns when it was requested. Only the last code mailed counts. */
export async function mailCode(publicCtx: PublicCtx, { actor, tokenId, at }: AskedCode): Promise<string> {
  const ctx = { ...publicCtx, actor };
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const waiting = await inTenant(ctx, (tx) => storeCode(tx, tokenId, codeHash(tx, tokenId, code)));
  if (!waiting) return at; // answered or cancelled in the meantime
  const went = await sendToUser(ctx, actor.userId, letterWith(code), { patience }).catch((err) => {
    ctx.log.error({ err, user: actor.userId, company: actor.companyId }, 'a sign-in code could not be mailed');
    return false;
  });
  if (!went) throw fail('mail.not_sent');
  return at;
}

function letterWith(code: string): Letter {
  return {
    subject: `${code} is your sign-in code`,
    heading: 'Your code',
    paragraphs: ['Enter this code where you are asked for it.'],
    code,
    after: [
      `It works once, within ${minutes} minutes. Never tell it to anyone: nobody from your company or its support will ask for it.`,
      'If you did not ask for a code, someone else knows your password. Change it.',
    ],
    because: 'somebody signed in as you, or set up codes by mail for your account.',
  };
}

export function isMailedCode(tx: Tx, { id, code_hash }: OneTimeToken, code: string): boolean {
  return code_hash !== null && timingSafeEqual(code_hash, codeHash(tx, id, code.replace(/\s/g, '')));
}

/** Six digits are quickly guessed from a bare hash: this hash needs the envelope key. */
const codeHash = ({ seal, companyId }: Tx, tokenId: number, code: string) =>
  seal.blind(`mailed code ${tokenId} ${code}`, companyId);
