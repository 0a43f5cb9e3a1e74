// What somebody tries who wants in: one test an attack, named as the field names it. Each is tried here, or where its part is tested:
// - Fixation: here; by single sign-on in server/areas/sso.
// - CSRF, foreign origins, other companies' rows, at every call: contract.test.ts.
// - Forged and expired tokens: here; of sessions that ended also sessions.test.ts, of a provider sso.forged.test.ts.
// - A stolen cookie after signing out: here; sockets in two.test.ts.
// - Brute force: of passwords sessions.test.ts, of codes and of passkeys server/areas/twoFactor and server/areas/passkeys.
// - Enumeration, in words and in time: here; of resets also passwords.reset.test.ts.
// - Open redirect through redirect_path: here, at the one place where the server redirects; every form of address in
//   server/kernel/safePath.test.ts, the web app's own in web/app/returnPath.test.ts.
// - Links poisoned by a Host header, mail header injection, replayed codes, one reset link used by many at once: here.
import { Secret, TOTP } from 'otpauth';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { requestPasswordReset, resetPassword, updatePassword } from '#contract/passwords.ts';
import { answerSecondFactor, createSession, deleteSession, listSessions } from '#contract/sessions.ts';
import { enableTwoFactor, generateQr } from '#contract/twoFactor.ts';
import { getMe } from '#contract/users.ts';
import { createToken } from '#kernel/sessions.ts';
import { aCompany, type Person, testPassword } from './support/factories.ts';
import { linkIn, mailTo } from './support/mailbox.ts';
import { anOpenIdProvider } from './support/openIdProvider.ts';
import { aServer, send, signedIn, type TestServer } from './support/server.ts';
import { connectSso, giveDomain } from './support/sso.ts';
import { SsoBrowser, testOrigin } from './support/ssoBrowser.ts';

let server: TestServer;
let companyId: number;
let victim: Person;
const newPassword = 'marmalade on rye, twice';

beforeAll(async () => {
  server = await aServer({ worker: true });
});
beforeEach(async () => {
  const company = await aCompany(server, { agent: {} });
  companyId = company.companyId;
  victim = company.people.agent;
  await server.operator.db.deleteFrom('rate_limits').execute();
});

const post = (endpoint: Endpoint, body: object, headers: Record<string, string> = {}) =>
  send(server.app, headers, endpoint, { body });
const signIn = (password = testPassword, headers: Record<string, string> = {}) =>
  post(createSession, { email: victim.email, password }, headers);
const cookieOf = (answer: { cookies: { name: string; value: string }[] }, name = 'token') =>
  answer.cookies.find((cookie) => cookie.name === name)?.value ?? '';
const meOf = (token: string) => send(server.app, { cookie: `token=${token}` }, getMe, {});
const opens = async (token: string) => (await meOf(token)).statusCode === 200;

async function resetMail(headers: Record<string, string> = {}) {
  await post(requestPasswordReset, { email: victim.email }, headers);
  return mailTo(server, victim.email, 'Choose a new password');
}
const resetToken = async () => linkIn(await resetMail()).searchParams.get('token') ?? '';

describe('session fixation', () => {
  test('a token planted before signing in is not taken over', async () => {
    const planted = createToken(companyId);
    const own = cookieOf(await signIn(testPassword, { cookie: `token=${planted}` }));
    expect(own).not.toBe(planted);
    expect([await opens(planted), await opens(own)]).toEqual([false, true]);
  });

  test('the attacker’s own session, planted, stays the attacker’s', async () => {
    const attacker = await aCompany(server, { agent: {} });
    const { token, userId } = attacker.people.agent;
    const own = cookieOf(await signIn(testPassword, { cookie: `token=${token}` }));
    const [theirs, mine] = await Promise.all([token, own].map(async (one) => (await meOf(one)).json()));
    expect([theirs.id, mine.id]).toEqual([userId, victim.userId]);
  });

  test('a change of the password gives the session another token, and the one before ends in a moment', async () => {
    const client = await signedIn(server, companyId, victim.userId);
    const answer = await send(server.app, client.headers, updatePassword, {
      params: { id: victim.userId },
      body: { current_password: testPassword, password: newPassword },
    });
    expect(answer.statusCode, answer.body).toBe(204);
    expect(await opens(cookieOf(answer))).toBe(true);
    await server.operator.db
      .updateTable('sessions')
      .set({ rotated_at: new Date(Date.now() - 60_000) })
      .where('rotated_at', 'is not', null)
      .execute();
    expect(await opens(client.token)).toBe(false);
  });
});

describe('forged and expired tokens', () => {
  test('of a session', async () => {
    const { token } = await signedIn(server, companyId, victim.userId);
    const [company = '', secret = ''] = token.split('.');
    for (const forged of [
      `${company}.${secret.slice(0, -1)}`,
      `${company}.${secret.toUpperCase()}`,
      `0.${secret}`,
      `${company}.`,
      secret,
      `${token}.`,
    ])
      expect(await opens(forged), forged).toBe(false);
    expect(await opens(token)).toBe(true);
  });

  test('of a password reset', async () => {
    const token = await resetToken();
    const spent = { status: 422, code: 'passwords.link_spent' };
    for (const forged of [createToken(companyId), `${token}x`, token.replace(/^\d+/, String(companyId + 1)), 'x', '0.'])
      expect((await post(resetPassword, { token: forged, password: newPassword })).json(), forged).toMatchObject(spent);
    await server.operator.db.updateTable('one_time_tokens').set({ expires_at: new Date() }).execute();
    expect((await post(resetPassword, { token, password: newPassword })).json()).toMatchObject(spent);
    expect((await signIn()).statusCode).toBe(201);
  });

  test('of a sign-in that waits for its second factor', async () => {
    const answer = await post(answerSecondFactor, { otp_secret: createToken(companyId), otp: '000000' });
    expect(answer.json()).toMatchObject({ code: 'two_factor.spent' });
    const token = await resetToken();
    expect(
      (await post(answerSecondFactor, { otp_secret: token, otp: '000000' })).json(),
      'one for another purpose',
    ).toMatchObject({
      code: 'two_factor.spent',
    });
  });
});

test('a stolen cookie opens nothing after signing out, nor after the password was reset', async () => {
  const [first, second] = [await signedIn(server, companyId, victim.userId), await signedIn(server, companyId, victim.userId)];
  await first.call(deleteSession, {});
  expect(await opens(first.token)).toBe(false);
  const token = await resetToken();
  expect((await post(resetPassword, { token, password: newPassword })).statusCode).toBe(204);
  expect(await opens(second.token)).toBe(false);
});

describe('enumeration', () => {
  /** The medians of several against each other, asked by turns so that a slow moment of the machine meets both. */
  async function compare(turns: number, known: () => Promise<unknown>, unknown: () => Promise<unknown>) {
    const took = { known: [] as number[], unknown: [] as number[] };
    const timed = async (times: number[], ask: () => Promise<unknown>) => {
      const began = performance.now();
      await ask();
      times.push(performance.now() - began);
    };
    for (let turn = 0; turn < turns; turn++) {
      await server.operator.db.deleteFrom('rate_limits').execute();
      await timed(took.known, known);
      await timed(took.unknown, unknown);
    }
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(turns / 2)] ?? 0;
    return median(took.known) / median(took.unknown);
  }
  const unknown = { email: 'nobody@nowhere.test', password: 'wrong' };

  test('signing in tells nobody’s login from a wrong password neither in words nor in time', async () => {
    const said = async (answer: ReturnType<typeof post>) => {
      const { request_id, ...rest } = (await answer).json();
      return rest;
    };
    expect(await said(signIn('wrong'))).toEqual(await said(post(createSession, unknown)));
    const ratio = await compare(
      9,
      () => signIn('wrong'),
      () => post(createSession, unknown),
    );
    // Without the hash that stands in for a missing one it is more than ten.
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
  });

  test('asking for a reset neither', async () => {
    const known = { email: victim.email };
    const answers = [await post(requestPasswordReset, known), await post(requestPasswordReset, { email: unknown.email })];
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [204, ''],
      [204, ''],
    ]);
    // Each takes half a second, by the floor that makes them alike: few say enough.
    const ratio = await compare(
      3,
      () => post(requestPasswordReset, known),
      () => post(requestPasswordReset, { email: unknown.email }),
    );
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.4);
  });
});

test('open redirect: nothing in redirect_path leads out of the app after signing in', async () => {
  const provider = await anOpenIdProvider({ origin: testOrigin });
  const domain = `company${companyId}.example`;
  await giveDomain(server, companyId, domain, { agent: victim });
  await connectSso(server, companyId, { issuer: provider.issuer, domains: [domain] });
  provider.people.set('17', { email: victim.email, email_verified: true });
  provider.told.who = '17';
  const leadsTo = async (redirect_path: string) => {
    const browser = new SsoBrowser(server);
    return browser.comeBack(await browser.visit(await browser.start(victim.email, { redirect_path })));
  };
  expect(await leadsTo('/contacts?q=rosa')).toBe('/contacts?q=rosa');
  for (const away of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%2fevil.example',
    '/\t/evil.example',
    '/\r\nx: y',
  ])
    expect(await leadsTo(away), away).toBe('/');
  await provider.stop();
});

test('a poisoned Host header reaches no link in a mail', async () => {
  const mail = await resetMail({ host: 'evil.example', 'x-forwarded-host': 'evil.example' });
  expect(mail.html + mail.text + JSON.stringify(mail.headers)).not.toContain('evil.example');
  expect(mail.text).toContain(`http://localhost:${server.config.port}/reset-password?token=`);
});

test('a name with line breaks adds no header to a mail, and one that looks like a list no recipient', async () => {
  await server.operator.db
    .updateTable('users')
    .set({ first_name: 'Eve\r\nBcc: evil@evil.example\r\n', last_name: '<b>, evil@evil.example' })
    .where('id', '=', victim.userId)
    .execute();
  const mail = await resetMail();
  expect(mail.headers.map(({ name }) => name.toLowerCase())).not.toContain('bcc');
  expect(mail.recipient).toBe(victim.email);
  expect(mail.html).not.toContain('<b>,');
});

describe('replay', () => {
  test('one reset link used many times at once changes the password once', async () => {
    const token = await resetToken();
    const tries = Array.from({ length: 8 }, (_, number) => ({ token, password: `${newPassword} ${number}` }));
    const answers = await Promise.all(tries.map((body) => post(resetPassword, body)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, ...Array(7).fill(422)]);
    const won = tries[answers.findIndex(({ statusCode }) => statusCode === 204)];
    expect((await signIn(won?.password)).statusCode).toBe(201);
  });

  test('one code of an app lets one sign-in in, however many use it at once', async () => {
    const client = await signedIn(server, companyId, victim.userId);
    const { otp_secret, secret } = await client.call(generateQr, {});
    const app = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
    await client.call(enableTwoFactor, {
      body: { otp_secret, otp: app.generate({ timestamp: Date.now() - 30_000 }), password: testPassword },
    });

    const pending = await Promise.all([1, 2, 3, 4].map(async () => (await signIn()).json().otp_secret as string));
    const otp = app.generate();
    const answers = await Promise.all(pending.map((one) => post(answerSecondFactor, { otp_secret: one, otp })));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    const later = await post(answerSecondFactor, { otp_secret: (await signIn()).json().otp_secret, otp });
    expect(later.json()).toMatchObject({ code: 'two_factor.wrong_code' });
  });

  test('a sign-in that waits for its second factor opens nothing by itself', async () => {
    const client = await signedIn(server, companyId, victim.userId);
    const { otp_secret, secret } = await client.call(generateQr, {});
    const app = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
    await client.call(enableTwoFactor, { body: { otp_secret, otp: app.generate(), password: testPassword } });
    const answer = await signIn();
    expect(cookieOf(answer)).toBe('');
    expect(await opens(answer.json().otp_secret)).toBe(false);
    const list = await send(server.app, { cookie: `token=${answer.json().otp_secret}` }, listSessions, {});
    expect(list.statusCode).toBe(401);
  });
});
