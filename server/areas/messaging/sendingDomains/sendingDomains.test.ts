// Domains of a company: their DNS records are checked against a real name server, and mail leaves from them
// once they are right.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { previewEmail } from '#contract/emails.ts';
import {
  checkSendingDomain,
  createSendingDomain,
  deleteSendingDomain,
  listSendingDomains,
  type SendingDomain,
  setSandboxRecords,
} from '#contract/sendingDomains.ts';
import { sendEmail } from '#contract/sends.ts';
import { getServices } from '#contract/services.ts';
import { systemActor } from '#kernel/actors.ts';
import { createApp } from '#kernel/http/http.ts';
import { aDnsServer, type MailRecords } from '#tests/support/dnsServer.ts';
import { aMailDoc } from '#tests/support/examples.emails.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, Refused, type TestServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { allRoutes } from '../../../areas.ts';
import { checkAllDomains } from './sendingDomains.service.ts';

const texts = new Map<string, string[][]>();
const hosts = new Map<string, MailRecords | 'failure'>();
let demo: TestServer;
/** The same server, asking a name server of ours. */
let server: TestServer;
let company: TestCompany<'admin' | 'agent'>;
beforeAll(async () => {
  demo = await aServer({ worker: true });
  const dns = await aDnsServer(texts, hosts);
  const config = { ...demo.config, dnsServers: [dns.address] };
  const platform = { ...demo.platform, config };
  server = { ...demo, config, platform, app: await createApp(platform, allRoutes) };
  company = await aCompany(server, { admin: {}, agent: {} });
});
beforeEach(() => {
  texts.clear();
  hosts.clear();
});

let last = 0;
const aDomain = () => `harbor${++last}.example`;
const add = (domain = aDomain()) => company.people.admin.call(createSendingDomain, { body: { domain } });
const check = ({ id }: { id: number }) => company.people.admin.call(checkSendingDomain, { params: { id } });
const statesOf = ({ records }: SendingDomain) => Object.fromEntries(records.map(({ kind, state }) => [kind, state]));
/** As its owner would, in parts where a text is long. */
function setAll({ records }: SendingDomain) {
  for (const { type, name, value } of records)
    if (type === 'MX') hosts.set(name, { mx: [value?.split(' ')[1] ?? ''] });
    else texts.set(name, [value?.match(/.{1,250}/g) ?? []]);
}

test('a new domain says what to enter, and is not used before the DNS has it', async () => {
  const domain = await add('Harbor-First.example ');
  expect(domain).toMatchObject({ domain: 'harbor-first.example', verified_at: null, is_sandbox: false });
  expect(domain.records.map(({ kind, type, name, state }) => ({ kind, type, name, state }))).toEqual([
    {
      kind: 'dkim',
      type: 'TXT',
      name: expect.stringMatching(/^steward\w+\._domainkey\.harbor-first\.example$/),
      state: 'missing',
    },
    { kind: 'spf', type: 'TXT', name: 'harbor-first.example', state: 'missing' },
    { kind: 'dmarc', type: 'TXT', name: '_dmarc.harbor-first.example', state: 'missing' },
    { kind: 'return_path', type: 'TXT', name: 'reply.harbor-first.example', state: 'missing' },
    { kind: 'reply', type: 'MX', name: 'reply.harbor-first.example', state: 'missing' },
  ]);
  expect(domain.records[0]?.value).toMatch(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/=]{300,}$/);
  const { rows } = await sql<{ key: Buffer }>`
    select private_key_sealed as key from sending_domains where id = ${domain.id}`.execute(server.operator.db);
  expect(rows[0]?.key.toString('latin1')).not.toContain('PRIVATE KEY');
});

test('every record that is right counts, and what is wrong is quoted', async () => {
  const domain = await add();
  setAll(domain);
  const all = { dkim: 'right', spf: 'right', dmarc: 'right', return_path: 'right', reply: 'right' };
  const right = await check(domain);
  expect(statesOf(right)).toEqual(all);
  expect(right.verified_at).not.toBeNull();
  const name = domain.domain;
  const key = domain.records[0]?.name ?? '';
  const cases: [() => void, object][] = [
    [() => texts.set(name, [['v=spf1 include:_spf.google.com ~all']]), { spf: 'wrong' }],
    [() => texts.set(name, [['v=spf1 ip4:1.2.3.4 include:steward.test -all'], ['site-verification=1']]), { spf: 'right' }],
    [() => texts.set(name, [['v=spf1 include:steward.test ~all'], ['v=spf1 -all']]), { spf: 'wrong' }],
    [() => texts.set(name, [['site-verification=1']]), { spf: 'missing' }],
    [() => texts.set(`_dmarc.${name}`, [['v=DMARC1; p=reject; rua=mailto:a@b.example']]), { dmarc: 'right' }],
    [() => texts.set(`_dmarc.${name}`, [['v=DMARC1; p=strict']]), { dmarc: 'wrong' }],
    [() => hosts.set(`reply.${name}`, { mx: ['mx.elsewhere.example'] }), { reply: 'wrong' }],
    [() => texts.set(key, [['v=DKIM1; k=rsa; p=MIIBother']]), { dkim: 'wrong' }],
  ];
  for (const [change, expected] of cases) {
    setAll(domain);
    change();
    expect(statesOf(await check(domain))).toEqual({ ...all, ...expected });
  }
  const wrong = await check(domain);
  expect(wrong.verified_at).toBeNull();
  expect(wrong.records[0]?.found).toEqual(['v=DKIM1; k=rsa; p=MIIBother']);
});

test('a subdomain has the DMARC rule of the domain above it', async () => {
  const domain = await add(`mail.${aDomain()}`);
  texts.set(`_dmarc.${domain.domain.slice('mail.'.length)}`, [['v=DMARC1; p=quarantine']]);
  expect(statesOf(await check(domain))).toMatchObject({ dmarc: 'right', dkim: 'missing' });
});

test('each night all are checked; a name server that fails takes nothing back, a removed record does', async () => {
  const domain = await add();
  const [dkim] = domain.records;
  const ctx = {
    platform: server.platform,
    clock: server.platform.clock,
    log: server.platform.log,
    actor: systemActor(company.companyId),
  };
  const now = async () =>
    (await company.people.admin.call(listSendingDomains, {})).data.find(({ id }) => id === domain.id) as SendingDomain;
  setAll(domain);
  await checkAllDomains(ctx);
  const { verified_at } = await now();
  expect(verified_at).not.toBeNull();
  hosts.set(dkim?.name ?? '', 'failure');
  texts.delete(dkim?.name ?? '');
  await checkAllDomains(ctx);
  expect(await now()).toMatchObject({ verified_at });
  expect(statesOf(await now()).dkim).toBe('right');
  hosts.clear();
  await checkAllDomains(ctx);
  expect(await now()).toMatchObject({ verified_at: null });
});

test('only administrators add domains; one twice, and one of everybody, is refused', async () => {
  const { admin, agent } = company.people;
  const { domain, id } = await add();
  await expect(add(domain)).rejects.toMatchObject({ status: 409, code: 'sending_domains.known' });
  await expect(add('gmail.com')).rejects.toMatchObject({ status: 422 });
  for (const wrong of ['', 'harbor', 'http://harbor.example', 'a b.example', '-x.example', 'x.1'])
    await expect(add(wrong), wrong).rejects.toMatchObject({ status: 422 });
  await expect(agent.call(createSendingDomain, { body: { domain: aDomain() } })).rejects.toThrow(Refused);
  await expect(admin.call(setSandboxRecords, { params: { id }, body: { kinds: ['dkim'] } })).rejects.toMatchObject({
    status: 404,
  });
  const stranger = await aCompany(server, { admin: {} });
  await expect(stranger.people.admin.call(checkSendingDomain, { params: { id } })).rejects.toMatchObject({ status: 404 });
});

test('mail of a user with an address there leaves from it, signed with its key; until it is removed', async () => {
  const own = await aCompany(demo, { admin: {} });
  const { admin } = own.people;
  const { domain, id } = await admin.call(createSendingDomain, { body: { domain: aDomain() } });
  await sql`update users set email = ${`ana@${domain}`} where company_id = ${own.companyId} and id = ${admin.userId}`.execute(
    demo.operator.db,
  );
  const mailTo = async (address: string) => {
    const contact = await aContact(demo, own.companyId, { owner_id: admin.userId, emails: [{ address, state: 'unverified' }] });
    await admin.call(sendEmail, { body: { ids: [contact], subject: 'Hello', email_body: 'Hello' } });
    return until(async () => {
      const { rows } = await sql<{ raw: Buffer }>`select raw from sandbox_mails where recipient = ${address}`.execute(
        demo.operator.db,
      );
      return rows[0]?.raw.toString('latin1');
    });
  };
  const warned = async () =>
    (await admin.call(previewEmail, { body: { subject: 'Hello', doc: aMailDoc('Hello'), purpose: 'marketing' } })).problems.some(
      ({ text }) => text.includes('Sending domains'),
    );
  expect(await warned()).toBe(true);
  expect((await admin.call(getServices, {})).mail.has_domain).toBe(false);
  expect(await mailTo('first@example.com')).toMatch(/^From: .*<no-reply@steward\.test>/m);

  const verified = await admin.call(setSandboxRecords, { params: { id }, body: { kinds: ['dkim', 'spf'] } });
  expect(statesOf(verified)).toEqual({ dkim: 'right', spf: 'right', dmarc: 'missing', return_path: 'missing', reply: 'missing' });
  expect(await warned()).toBe(false);
  expect((await admin.call(getServices, {})).mail.has_domain).toBe(true);
  const raw = await mailTo('second@example.com');
  expect(raw).toMatch(new RegExp(`^From: .*<ana@${domain.replaceAll('.', '\\.')}>`, 'm'));
  const key = verified.records[0]?.value?.split('p=')[1] ?? '';
  expect(isSigned(raw, key)).toMatchObject({ body: true, signature: true, domain });

  await admin.call(deleteSendingDomain, { params: { id } });
  expect(await warned()).toBe(true);
});

/** Checks a relaxed/relaxed signature (RFC 6376) against the key that stands in the DNS. */
function isSigned(raw: string, key: string) {
  const split = raw.indexOf('\r\n\r\n');
  const relaxed = (value: string) => value.replace(/\r\n/g, '').replace(/[ \t]+/g, ' ').trim(); // biome-ignore format: one line
  const headers = raw
    .slice(0, split)
    .split(/\r\n(?![ \t])/)
    .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1)] as const);
  const signature = headers.find(([name]) => name === 'dkim-signature')?.[1] ?? '';
  const tags = Object.fromEntries(
    relaxed(signature)
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replaceAll(' ', '')]),
  );
  const body = `${raw
    .slice(split + 4)
    .replace(/[ \t]+/g, ' ')
    .replace(/ \r\n/g, '\r\n')
    .replace(/(?:\r\n)*$/, '')}\r\n`;
  const covered = (tags.h ?? '')
    .toLowerCase()
    .split(':')
    .map((name: string) => `${name}:${relaxed(headers.find(([one]) => one === name)?.[1] ?? '')}\r\n`);
  const bytes = Buffer.from(
    `${covered.join('')}dkim-signature:${relaxed(signature.replace(/\bb=[\s\S]*?(?=;|$)/, 'b='))}`,
    'latin1',
  );
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  return {
    body: createHash('sha256').update(Buffer.from(body, 'latin1')).digest('base64') === tags.bh,
    signature: verify('sha256', bytes, publicKey, Buffer.from(tags.b ?? '', 'base64')),
    domain: tags.d,
  };
}
