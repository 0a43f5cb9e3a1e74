// Attacks on sign-in, one test each, under the usual name of the attack. Each is tested here or beside its code:
// - Fixation: here; by single sign-on in server/areas/sso.
// - CSRF, foreign origins, other companies' rows, at every call: contract.test.ts.
// - Forged and expired tokens: here; of sessions that ended also sessions.test.ts, of a provider sso.forged.test.ts.
// - A stolen cookie, after signing out, a changed password or a reset: here; its sockets in two.test.ts.
// - Brute force: of passwords sessions.test.ts, of codes and of passkeys server/areas/twoFactor and
// server/areas/passkeys.
// - Enumeration, in words and in time: here; of resets also passwords.reset.test.ts.
// - Open redirect through redirect_path: here, at the one place where the server redirects; every form of address in
//   server/kernel/safePath.test.ts, the web app's own in web/app/returnPath.test.ts.
// - Links poisoned by a Host header, mail header injection, replayed codes, one reset link used by many at once: here.
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { requestPasswordReset, resetPassword, updatePassword } from '#contract/passwords.ts';
import { listSessions, loginAsUser, returnToSession } from '#contract/sessions.ts';
import { answerSecondFactor, createSession, deleteSession, getMe } from '#contract/signIn.ts';
import { enableTwoFactor, generateQr } from '#contract/twoFactor.ts';
import { createToken, hashToken } from '#kernel/http/sessions.ts';
import { aBrowser } from './support/browser.ts';
import { aCompany, type Person, testPassword } from './support/factories.ts';
import { linkIn, mailTo } from './support/mailbox.ts';
import { anOpenIdProvider } from './support/openIdProvider.ts';
import { aServer, asDeployed, send, signedIn, type TestServer } from './support/server.ts';
import { connectSso, giveDomain } from './support/sso.ts';
import { SsoBrowser, testOrigin } from './support/ssoBrowser.ts';
import { anApp, realClock } from './support/twoFactor.ts';
import { until } from './support/until.ts';

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
const opens = async (token: string) => (await send(server.app, { cookie: `token=${token}` }, getMe, {})).statusCode === 200;

async function resetMail(app = server.app, headers: Record<string, string> = {}) {
  const answer = await send(app, headers, requestPasswordReset, { body: { email: victim.email } });
  expect(answer.statusCode, answer.body).toBe(204);
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

  test('the attacker’s own session, planted, ends: two people have no session in one browser', async () => {
    const attacker = await aCompany(server, { agent: {} });
    const { token } = attacker.people.agent;
    const own = cookieOf(await signIn(testPassword, { cookie: `token=${token}` }));
    expect([await opens(token), await opens(own)]).toEqual([false, true]);
  });
});

describe('a stolen cookie', () => {
  const passed = () =>
    server.operator.db
      .updateTable('sessions')
      .set({ rotated_at: new Date(Date.now() - 60_000) })
      .where('rotated_at', 'is not', null)
      .execute();
  const changePassword = async (headers: Record<string, string>) => {
    const answer = await send(server.app, headers, updatePassword, {
      params: { id: victim.userId },
      body: { current_password: testPassword, password: newPassword },
    });
    expect(answer.statusCode, answer.body).toBe(204);
    return answer;
  };

  test('opens nothing after signing out, nor after the password was reset', async () => {
    const [first, second] = [await signedIn(server, companyId, victim.userId), await signedIn(server, companyId, victim.userId)];
    await first.call(deleteSession, {});
    expect(await opens(first.token)).toBe(false);
    const token = await resetToken();
    expect((await post(resetPassword, { token, password: newPassword })).statusCode).toBe(204);
    expect(await opens(second.token)).toBe(false);
  });

  test('reads for a moment after the password was changed, as calls under way do, and changes nothing', async () => {
    const { token, headers } = await signedIn(server, companyId, victim.userId);
    const own = cookieOf(await changePassword(headers));
    expect([await opens(token), await opens(own)]).toEqual([true, true]);
    expect((await send(server.app, headers, deleteSession, {})).json()).toMatchObject({ status: 403, code: 'csrf' });
    await passed();
    expect([await opens(token), await opens(own)]).toEqual([false, true]);
  });

  test('of an administrator is not kept alive by acting as somebody else, and does not come back from there', async () => {
    const office = await aCompany(server, { admin: {}, agent: {} });
    const { admin, agent } = office.people;
    const browser = aBrowser(server, admin);
    const stolen = await browser.call(loginAsUser, { params: { id: agent.userId }, body: {} });
    const thief = browser.headers;
    const original = stolen.impersonator?.session_id ?? 0;
    const changed = await send(server.app, admin.headers, updatePassword, {
      params: { id: admin.userId },
      body: { current_password: testPassword, password: newPassword },
    });
    expect(changed.statusCode, changed.body).toBe(204);
    expect((await send(server.app, thief, getMe, {})).statusCode).toBe(401);
    expect((await send(server.app, thief, returnToSession, { params: { id: original } })).statusCode).toBe(401);
    expect(await opens(cookieOf(changed))).toBe(true);
  });
});

/** Resolves when one transaction waits for a row that another one has locked. */
const oneWaits = () =>
  until(async () => {
    const { rows } = await sql`select from pg_locks where not granted and locktype in ('tuple', 'transactionid')`.execute(
      server.operator.db,
    );
    return rows.length > 0;
  });

test('a session that ends while it changes what secures the account changes nothing', async () => {
  const client = await signedIn(server, companyId, victim.userId);
  let changing: ReturnType<typeof send> | undefined;
  await server.operator.db.transaction().execute(async (db) => {
    await db.updateTable('sessions').set({ revoked_at: new Date() }).where('token_hash', '=', hashToken(client.token)).execute();
    changing = send(server.app, client.headers, updatePassword, {
      params: { id: victim.userId },
      body: { current_password: testPassword, password: newPassword },
    });
    await oneWaits();
  });
  expect((await changing)?.json()).toMatchObject({ code: 'unauthenticated' });
  expect((await signIn()).statusCode).toBe(201);
});

test('a sign-in under way with the old password does not outlive its change', async () => {
  let signingIn: ReturnType<typeof signIn> | undefined;
  await server.operator.db.transaction().execute(async (db) => {
    const row = db.selectFrom('users').select('id').where('id', '=', victim.userId);
    await row.forUpdate().execute(); // the change is running
    signingIn = signIn();
    await oneWaits(); // the old password was right
    await db.updateTable('users').set({ password_changed_at: new Date() }).where('id', '=', victim.userId).execute();
  });
  expect((await signingIn)?.json()).toMatchObject({ code: 'sessions.wrong_credentials' });
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

describe('enumeration', () => {
  /** Compares the medians of several calls, sent in turn so that a slow moment of the machine affects both. */
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
    // Without the substitute hash for a missing one, the ratio is more than ten.
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
    // Each takes half a second, the minimum that makes them alike: a few are enough.
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
  const mail = await resetMail(await asDeployed(server), { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
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
    const app = anApp(secret, realClock);
    await client.call(enableTwoFactor, { body: { otp_secret, otp: app.shown(), password: testPassword } });

    const pending = await Promise.all([1, 2, 3, 4].map(async () => (await signIn()).json().otp_secret as string));
    const otp = app.at(1); // the next one: the last is used, and both are accepted when a step changes
    const answers = await Promise.all(pending.map((one) => post(answerSecondFactor, { otp_secret: one, otp })));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    const later = await post(answerSecondFactor, { otp_secret: (await signIn()).json().otp_secret, otp });
    expect(later.json()).toMatchObject({ code: 'two_factor.wrong_code' });
  });

  test('a sign-in that waits for its second factor opens nothing by itself', async () => {
    const client = await signedIn(server, companyId, victim.userId);
    const { otp_secret, secret } = await client.call(generateQr, {});
    const app = anApp(secret, realClock);
    await client.call(enableTwoFactor, { body: { otp_secret, otp: app.shown(), password: testPassword } });
    const answer = await signIn();
    expect(cookieOf(answer)).toBe('');
    expect(await opens(answer.json().otp_secret)).toBe(false);
    const list = await send(server.app, { cookie: `token=${answer.json().otp_secret}` }, listSessions, {});
    expect(list.statusCode).toBe(401);
  });
});
