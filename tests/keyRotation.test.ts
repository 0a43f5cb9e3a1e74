// Changes the envelope key while the product works: first with both keys, then with only the new one.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { medicareNumber } from '#areas/crm/contacts/contacts.service.ts';
import { sealedFor } from '#areas/identity/sso/sso.queries.ts';
import { refreshApiToken, showApiToken } from '#contract/apiKeys.ts';
import { createContact, getContact, listContacts, updateContact } from '#contract/contacts.ts';
import {
  downloadRejectedRows,
  getImportAttempt,
  type ImportAttempt,
  type ImportFormInput,
  importContacts,
  previewImport,
  undoImport,
  validateImport,
} from '#contract/imports.ts';
import { createPolicy, getPolicy } from '#contract/policies.ts';
import { answerSecondFactor, createSession } from '#contract/signIn.ts';
import { enableTwoFactor, generateQr } from '#contract/twoFactor.ts';
import { createSeal } from '#kernel/secrets/seal.ts';
import { type Caller, signIn } from '../bench/caller.ts';
import { demoPassword } from '../server/seed/seed.ts';
import { testLog as log } from './support/database.ts';
import { environmentOf, type RunningProduct, startProduct } from './support/product.ts';
import { sealedBefore } from './support/sealedBefore.ts';
import { anApp, realClock } from './support/twoFactor.ts';
import { until } from './support/until.ts';

const folder = await mkdtemp(join(tmpdir(), 'steward-rotation-'));
const dataDir = join(folder, 'data');
const [before, after] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
let product: RunningProduct | undefined;
afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string>): Promise<RunningProduct> {
  await product?.stop();
  product = await startProduct({ dataDir, log, contacts: 20, env, settings: { fsync: 'off' } });
  return product;
}

const keys = { ENVELOPE_KEY: after, ENVELOPE_KEY_PREVIOUS: before };
const rotate = () =>
  promisify(execFile)(process.execPath, ['tools/rotateKey.ts'], { env: { ...environmentOf(dataDir), ...keys } });

/** Another process with the first one's cookies: a browser does not notice a restart. */
function sameBrowser({ headers }: Caller, port: number) {
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, cookies: response.headers.getSetCookie().join() };
  };
}

test('everything opens with both keys, is moved while people work, and opens with the new key alone', async () => {
  const first = await start({ ENVELOPE_KEY: before });
  const early = await signIn(first.port, 'agent@harbor.test');
  const { id } = await early.call(createContact, { body: { first_name: 'Rosa', medicare_number: '1EG4TE5MK73' } });
  const policy = await early.call(createPolicy, { params: { id }, body: { data: { product: 'Term', number: 'RK-90 112' } } });
  const file = leads('1');
  const imported = await importFile(early, file);
  expect(imported).toMatchObject({ created: 1_500, rejected: 1 });
  const replacing = await importFile(early, leads('2'), { scrub_against: { rule: 'update', by: ['phone'] } });
  expect(replacing).toMatchObject({ updated: 1_500 });
  const draft = await early.upload(validateImport, {}, file);
  const { app, recoveryCodes } = await withApp(first.port, 'agent2@harbor.test');
  const { meta } = await early.call(listContacts, { body: {} });
  const { token } = await early.call(refreshApiToken, {});
  await signedOnWith(before, first);

  const second = await start(keys);
  expect(await signInWith({ recovery_code: recoveryCodes[0] }, second.port, 'agent2@harbor.test')).toBe(201);
  const tab = sameBrowser(early, second.port);
  const answered = await tab('PATCH', `/v1/contacts/${id}`, { first_name: 'Rosa M.' });
  expect(answered.status).toBe(200);
  expect(answered.cookies).toContain('csrf_token=');
  const agent = await signIn(second.port, 'agent@harbor.test');
  expect(await agent.call(getContact, { params: { id }, query: {} })).toMatchObject({ medicare_number: '•••••••MK73' });

  // People keep working.
  let working = true;
  let edits = 0;
  const work = (async () => {
    while (working) {
      const number = `1EG4TE5MK${String(edits % 90).padStart(2, '0')}`;
      await agent.call(updateContact, { params: { id }, body: { medicare_number: number } });
      expect(await agent.call(getContact, { params: { id }, query: {} })).toMatchObject({
        medicare_number: `•••••••${number.slice(-4)}`,
      });
      expect(await agent.send(downloadRejectedRows, { params: { id: imported.id } })).toContain('1EG4-TE5-XX');
      edits += 1;
    }
  })();
  const { stdout } = await rotate();
  working = false;
  await work;
  expect(edits).toBeGreaterThan(0);
  expect(stdout).toMatch(
    /^stored files: [1-9]\d* moved.*authenticator apps: 1 moved.*recovery codes: 10 moved.*client secrets of single sign-on: 1 moved.*sessions of single sign-on: 2 moved.*API tokens: 1 moved.*replaced Medicare numbers: 1500 moved.*rejected rows: 2 moved.*could not be read: 2 moved.*Nothing is left/s,
  );
  expect((await rotate()).stdout).toMatch(
    /^stored files: 0 moved.*authenticator apps: 0 moved.*recovery codes: 0 moved.*single sign-on: 0 moved.*single sign-on: 0 moved.*API tokens: 0 moved.*\nMedicare numbers: 0 moved.*replaced Medicare numbers: 0 moved.*rejected rows: 0 moved.*could not be read: 0 moved/s,
  );
  await agent.call(updateContact, { params: { id }, body: { medicare_number: '1EG4TE5MK73' } });

  const third = await start({ ENVELOPE_KEY: after });
  const late = await signIn(third.port, 'agent@harbor.test');
  expect(await late.call(getContact, { params: { id }, query: {} })).toMatchObject({ medicare_number: '•••••••MK73' });
  expect(await late.call(showApiToken, {})).toMatchObject({ token });
  expect(await late.call(getPolicy, { params: { id, policyId: policy.id } })).toMatchObject({ number: 'RK-90 112' });
  expect((await late.call(listContacts, { body: { contacts_scope: { q: 'RK90112' } } })).data).toMatchObject([{ id }]);
  expect(await late.send(downloadRejectedRows, { params: { id: imported.id } })).toContain('1EG4-TE5-XX');
  const form = { fields: draft.fields.map(({ preview, ...field }) => field), has_headings: true };
  const preview = await late.call(previewImport, { body: { id: draft.id, form } as never });
  expect(preview.totals).toMatchObject({ skip: 999, create: 1 });
  const cursor = { contacts_scope: { cursor: meta.next_cursor } };
  await expect(late.call(listContacts, { body: cursor })).rejects.toThrow('422'); // of an earlier page: the list starts again
  expect(await signInWith({ otp: app.at(1) }, third.port, 'agent2@harbor.test')).toBe(201);
  expect(await signInWith({ recovery_code: recoveryCodes[1] }, third.port, 'agent2@harbor.test')).toBe(201);
  await everyNumberIsSealedBy(after, third);
  expect(await tokensSealedBy(after, third)).toEqual(['secret', 'id 1', 'refresh 1', 'id 2']);
  await late.call(undoImport, { params: { id: replacing.id } });
  const undone = await finished(late, replacing.id, 'undone');
  expect(undone).toMatchObject({ undone: 1_500, kept: 0 });
  await everyNumberIsSealedBy(after, third);
  // The cookies of the very first key: still signed in, and a change works after the new cookie has arrived.
  const old = sameBrowser(early, third.port);
  const asked = await old('GET', `/v1/contacts/${id}`);
  expect(asked).toMatchObject({ status: 200, cookies: expect.stringContaining('csrf_token=') });
  const refused = await old('PATCH', `/v1/contacts/${id}`, { first_name: 'R' });
  expect(refused).toMatchObject({ status: 403, cookies: expect.stringContaining('csrf_token=') });
}, 180_000);

/** A user's authenticator app, set up, with its recovery codes. */
async function withApp(port: number, email: string) {
  const caller = await signIn(port, email);
  const { otp_secret, secret } = await caller.call(generateQr, {});
  const app = anApp(secret, realClock);
  const { recovery_codes: recoveryCodes } = await caller.call(enableTwoFactor, {
    body: { otp_secret, otp: app.shown(), password: demoPassword },
  });
  return { app, recoveryCodes };
}

/** The status of a code after the right password. */
async function signInWith(
  answer: { otp?: string; recovery_code?: string | undefined },
  port: number,
  email: string,
): Promise<number> {
  const post = (path: string, body: object) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const needed = (await (await post(createSession.path, { email, password: demoPassword })).json()) as { otp_secret: string };
  return (await post(answerSecondFactor.path, { otp_secret: needed.otp_secret, ...answer })).status;
}

/** 1,500 people whose Medicare numbers begin with `first`, and a row without one. */
function leads(first: string): Blob {
  const rows = Array.from({ length: 1_500 }, (_, n) => {
    const number = `${first}EG4-TE5-${'ACDEFGHJKM'[n % 10]}K${String(n % 90).padStart(2, '0')}`;
    return `L${n},305555${String(n).padStart(4, '0')},${number}`;
  });
  return new Blob([`Last Name,Phone,Medicare Number\nBad,,1EG4-TE5-XX\n${rows.join('\n')}\n`]);
}

async function importFile(caller: Caller, file: Blob, more: Partial<ImportFormInput> = {}) {
  const draft = await caller.upload(validateImport, {}, file);
  const form = {
    fields: draft.fields.map(({ preview, ...field }) => field),
    has_headings: true,
    wrong_values: { otherwise: 'reject' },
    ...more,
  };
  await caller.upload(importContacts, { id: String(draft.id), form: JSON.stringify(form) });
  return finished(caller, draft.id, 'complete');
}

const finished = (caller: Caller, id: number, status: ImportAttempt['status']) =>
  until(async () => {
    const attempt = await caller.call(getImportAttempt, { params: { id } });
    return attempt.status === status && attempt;
  }, 60);

/** Found by the blind index of that key as well. */
async function everyNumberIsSealedBy(key: string, { adminUrl }: RunningProduct) {
  const seal = createSeal(Buffer.from(key, 'base64'));
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query<{ company_id: number; sealed: Buffer; blind: Buffer }>(
    `select company_id, medicare_number_sealed as sealed, medicare_number_blind as blind from contacts where medicare_number_sealed is not null
     union all select company_id, medicare_number_sealed, medicare_number_blind from contact_changes where medicare_number_sealed is not null`,
  );
  await client.end();
  expect(rows.length).toBeGreaterThan(3_000);
  for (const { company_id, sealed, blind } of rows)
    expect(seal.blind(seal.open(sealed, medicareNumber, company_id), company_id)).toEqual(blind);
}

/** A company's single sign-on with two sessions from it, one of them with a refresh token. */
async function signedOnWith(key: string, { adminUrl }: RunningProduct) {
  const seal = (clear: string) => sealedBefore(Buffer.from(key, 'base64'), clear); // as an earlier version sealed them
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(
    `insert into sso_connections (company_id, issuer, client_id, client_secret_sealed) values (1, 'https://idp.test', 'steward', $1)`,
    [seal('secret')],
  );
  await client.query(
    `with made as (
       insert into sessions (company_id, user_id, token_hash, expires_at, method)
       select 1, (select min(id) from users where company_id = 1), sha256(n::text::bytea), now() + interval '1 day', 'sso' from generate_series(1, 2) n
       returning id)
     insert into sso_sessions (company_id, session_id, issuer, subject, id_token_sealed, refresh_token_sealed)
     select 1, id, 'https://idp.test', '17', ($1::bytea[])[row_number() over (order by id)], ($2::bytea[])[row_number() over (order by id)] from made`,
    [
      [seal('id 1'), seal('id 2')],
      [seal('refresh 1'), null],
    ],
  );
  await client.end();
}

async function tokensSealedBy(key: string, { adminUrl }: RunningProduct): Promise<string[]> {
  const seal = createSeal(Buffer.from(key, 'base64'));
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query<{ sealed: Buffer; purpose: keyof typeof sealedFor }>(
    `select client_secret_sealed as sealed, 0 as id, 'clientSecret' as purpose from sso_connections
     union all select id_token_sealed, session_id, 'idToken' from sso_sessions
     union all select refresh_token_sealed, session_id, 'refreshToken' from sso_sessions where refresh_token_sealed is not null order by id, purpose`,
  );
  await client.end();
  return rows.map(({ sealed, purpose }) => seal.open(sealed, sealedFor[purpose], 1));
}
