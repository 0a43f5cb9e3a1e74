// An authenticator app for tests, and the sign-in that asks for its code.
import { Secret, TOTP } from 'otpauth';
import { answerSecondFactor, createSession, type SecondFactorNeeded } from '#contract/signIn.ts';
import { enableTwoFactor, generateQr } from '#contract/twoFactor.ts';
import { aBrowser, type Browser } from './browser.ts';
import { aCompany, testPassword } from './factories.ts';
import type { Client, TestServer } from './server.ts';

/** Milliseconds. */
const codeLasts = 30_000;

/** The server's clock, which a test may advance: a code works once, and the next one comes after half a minute. */
export function aClock({ platform }: TestServer) {
  let ahead = 0;
  platform.clock = () => new Date(Date.now() + ahead);
  return {
    now: () => platform.clock().getTime(),
    pass(seconds: number) {
      ahead += seconds * 1000;
    },
    /** To the start of a code's half minute. */
    toNextCode() {
      ahead += codeLasts - (platform.clock().getTime() % codeLasts);
    },
  };
}
export type Clock = ReturnType<typeof aClock>;

/** For a server whose clock cannot be advanced. */
export const realClock: Pick<Clock, 'now' | 'pass'> = {
  now: Date.now,
  pass: () => {
    throw new Error('the real clock does not wait for a test');
  },
};

export function anApp(secret: string, clock: Pick<Clock, 'now' | 'pass'>) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  return {
    /** The code that the app shows. */
    shown: () => totp.generate({ timestamp: clock.now() }),
    /** The next one, after it is shown. */
    next() {
      clock.pass(codeLasts / 1000);
      return totp.generate({ timestamp: clock.now() });
    },
    at: (step: number) => totp.generate({ timestamp: clock.now() + step * codeLasts }),
    /** A code that was not, is not and will not soon be valid. */
    wrong() {
      const near = [-2, -1, 0, 1, 2].map((step) => totp.generate({ timestamp: clock.now() + step * codeLasts }));
      return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '';
    },
  };
}
export type App = ReturnType<typeof anApp>;

/** A user of a new company who can sign in. */
export async function anAgent(server: TestServer) {
  const { companyId, people } = await aCompany(server, { agent: {}, admin: {} });
  const { userId, email } = people.agent;
  return { companyId, userId, email, client: people.agent, admin: people.admin, browser: aBrowser(server, people.agent) };
}

export async function anAgentWithApp(server: TestServer, clock: Clock) {
  const agent = await anAgent(server);
  return { ...agent, ...(await enableApp(server, agent.browser, clock)) };
}

export const userRow = ({ operator }: TestServer, { client }: { client: Client }) =>
  operator.db.selectFrom('users').selectAll().where('id', '=', client.userId).executeTakeFirstOrThrow();

/** Sets up an app; the first factor returns recovery codes. */
export async function enableApp(server: TestServer, client: Client | Browser, clock: Clock) {
  const browser = 'cookies' in client ? client : aBrowser(server, client);
  const { otp_secret, secret } = await browser.call(generateQr, {});
  const app = anApp(secret, clock);
  clock.toNextCode();
  const { recovery_codes } = await browser.call(enableTwoFactor, {
    body: { otp_secret, otp: app.shown(), password: testPassword },
  });
  return { app, recovery_codes, browser };
}

/** Signs in with the password in a new browser; returns what is asked next. */
export async function passwordSignIn(server: TestServer, login: string) {
  const browser = aBrowser(server);
  const answer = await browser.call(createSession, { body: { email: login, password: testPassword } });
  if (!('otp_secret' in answer)) throw new Error('no second factor was asked for');
  const needed: SecondFactorNeeded = answer;
  return { browser, needed, otp_secret: needed.otp_secret };
}

/** Signs in by password, then gives these answers in order; returns the result of each. */
export async function answersTo(server: TestServer, email: string, ...answers: object[]) {
  const { browser, otp_secret } = await passwordSignIn(server, email);
  const met: string[] = [];
  for (const answer of answers) {
    const { statusCode, json } = await browser.send(answerSecondFactor, { body: { otp_secret, ...answer } });
    met.push(statusCode === 201 ? 'in' : json().code);
  }
  return met;
}
