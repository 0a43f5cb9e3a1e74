// The calls around the gate: consents and revocations, rules, suppressed addresses, do-not-call lists, licences and estimates.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  estimateContacts,
  getMayContact,
  listContactConsents,
  listEstimatedContacts,
  recordContactConsent,
} from '#contract/compliance.ts';
import type { Channel } from '#contract/complianceLists.ts';
import { createComplianceRule, endComplianceRule, getComplianceState, listComplianceRules, updatePostalAddress } from '#contract/complianceRules.ts'; // biome-ignore format: one line
import { listContactTimeline } from '#contract/contactHistory.ts';
import { getContact, updateContact } from '#contract/contacts.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { listLicences, removeLicence, setLicence } from '#contract/licenses.ts';
import { createSuppression, liftSuppression, listDoNotCallLists, listSuppressions, removeDoNotCallList, uploadDoNotCallList } from '#contract/suppressions.ts'; // biome-ignore format: one line
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { localTime } from '#tests/support/gateReference.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent' | 'agent2' | 'manager'>;
let admin: Client;
let agent: Client;
beforeAll(async () => {
  server = await aServer({ worker: true });
  company = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: {} });
  ({ admin, agent } = company.people);
  await agent.call(setLicence, { params: { id: agent.userId, state: 'NY' }, body: { number: 'N1' } });
  await agent.call(setLicence, { params: { id: agent.userId, state: 'FL' }, body: { number: 'F1' } });
  await list(admin, { kind: 'national', as_of: today }, '212,5550199\n');
});

/** As the rules name days: by the clocks of the East. */
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());
const dayIn = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
/** By the clocks of New York, which is four or five hours behind. */
const inNewYork = (day: string, time: string) => {
  const [minutes, found] = [
    Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
    [4, 5].map((hours) => Date.parse(`${day}T${time}:00Z`) + hours * 3_600_000),
  ];
  const moment = found.find((each) => localTime('America/New_York', each).minute === minutes) ?? 0;
  return new Date(moment).toISOString();
};
const nextWeekday = (weekday: number) => dayIn(1 + ((weekday + 6 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7));
const noon = inNewYork(nextWeekday(3), '12:00');
let count = 0;
const someone = (columns: object = {}) => {
  const n = String(++count).padStart(4, '0');
  return aContact(server, company.companyId, { owner_id: agent.userId, first_name: 'Rosa', last_name: `Asked ${n}`, state: 'NY', zip_code: '10001', phone: `212555${n}`, email: `rosa${n}@example.com`, ...columns }); // biome-ignore format: one line
};
async function may(id: number, channel: Channel, query: CallOf<typeof getMayContact>['query'] = {}, who = agent) {
  const { data } = await who.call(getMayContact, { params: { id }, query: { at: noon, ...query } });
  const { answer, reason, until: later } = data.find((each) => each.channel === channel) ?? {};
  return later ? [answer, reason, later] : reason ? [answer, reason] : [answer];
}
type Consent = CallOf<typeof recordContactConsent>['body'];
const record = (id: number, body: Pick<Consent, 'kind' | 'channels'> & Partial<Consent>) =>
  agent.call(recordContactConsent, { params: { id }, body: { text: 'Said so', at: new Date().toISOString(), ...body } });
async function list(who: Client, body: CallOf<typeof uploadDoNotCallList>['body'], content: string) {
  const { id } = await who.call(uploadDoNotCallList, { body, files: { file: { name: 'numbers.txt', content } } });
  return until(async () =>
    (await who.call(listDoNotCallLists, {})).data.find((each) => each.id === id && each.status !== 'loading'),
  );
}
const refusal = (call: Promise<unknown>) => call.then(() => null, ({ status, code }) => [status, code]); // biome-ignore format: one line

describe('consent', () => {
  test('is proof on the contact, allows calls, and its revocation stops every address at once', async () => {
    const id = await someone();
    await admin.call(updatePostalAddress, { body: { postal_address: '1 Main St' } });
    expect(await may(id, 'call')).toEqual(['yes']); // the national list is fresh, and the number is not on it
    expect(await may(id, 'text', { purpose: 'marketing' })).toEqual(['no', 'not_registered']);
    expect(await may(id, 'email')).toEqual(['yes']);
    await record(id, { kind: 'given', channels: ['text', 'call'], source: 'A form', ip: '192.0.2.7' });
    await record(id, { kind: 'revoked', channels: ['email', 'call'], purpose: 'marketing', text: 'Please stop' });
    expect(await may(id, 'call')).toEqual(['no', 'suppressed']);
    expect(await may(id, 'email')).toEqual(['no', 'suppressed']);
    expect(await may(id, 'email', { purpose: 'service' })).toEqual(['yes']);
    const { data, meta } = await agent.call(listContactConsents, { params: { id }, query: {} });
    expect(meta.total_count).toBe(4);
    expect(data.map(({ kind, channel, text, recorded_by }) => [kind, channel, text, recorded_by?.id])).toEqual(
      expect.arrayContaining([
        ['revoked', 'call', 'Please stop', agent.userId],
        ['given', 'text', 'Said so', agent.userId],
      ]),
    );
    await record(id, { kind: 'given', channels: ['call'] });
    expect(await may(id, 'call')).toEqual(['yes']);
    expect(await may(id, 'email')).toEqual(['no', 'suppressed']);
    const timeline = await agent.call(listContactTimeline, { params: { id }, query: {} });
    expect(timeline.data.map(({ action }) => action)).toEqual(['consent_given', 'consent_revoked', 'consent_given']);
  });

  test('a new consent is for one address, and lifts what was taken back for that one alone', async () => {
    const emails = ['one@two.example', 'two@two.example'].map((address) => ({ address, state: 'unverified' }));
    const id = await someone({ emails });
    await record(id, { kind: 'revoked', channels: ['email'], purpose: 'marketing' });
    await record(id, { kind: 'given', channels: ['email'], purpose: 'marketing' });
    const stopped = async (q: string) =>
      (await admin.call(listSuppressions, { query: { q } })).data.map(({ address }) => address);
    expect([await stopped('one@two'), await stopped('two@two')]).toEqual([[], ['two@two.example']]);
  });

  test('taken back without an address marks the contact; from the future it is refused', async () => {
    const id = await someone({ email: undefined });
    await record(id, { kind: 'revoked', channels: ['email'], purpose: 'all' });
    expect(await agent.call(getContact, { params: { id }, query: {} })).toMatchObject({ do_not_email: true, do_not_call: false });
    expect(await refusal(record(id, { kind: 'given', channels: ['email'], at: '2099-01-01T00:00:00Z' }))).toEqual([
      422,
      'invalid',
    ]);
    expect(await refusal(record(id, { kind: 'given', channels: ['email'], text: ' ' }))).toEqual([422, 'invalid']);
  });

  test('stands in the form of the contact as long as nothing later took it back, and is taken back by the form, too', async () => {
    const id = await someone();
    const consentOf = async () => (await agent.call(getContact, { params: { id }, query: {} })).consent?.text ?? null;
    await record(id, { kind: 'given', channels: ['text'], text: 'Yes by phone' });
    expect(await consentOf()).toBe('Yes by phone');
    await record(id, { kind: 'revoked', channels: ['text'], purpose: 'marketing' });
    expect(await consentOf()).toBeNull();
    const consent = { text: 'Yes, on the form', at: new Date(Date.now() - 1_000).toISOString(), ip: '', source: 'form' };
    await agent.call(updateContact, { params: { id }, body: { consent } });
    expect(await may(id, 'call')).toEqual(['yes']);
    await agent.call(updateContact, { params: { id }, body: { consent: null } });
    const { data } = await agent.call(listContactConsents, { params: { id }, query: {} });
    expect(data.slice(0, 3).map(({ kind, text }) => [kind, text])).toEqual(
      Array(3).fill(['revoked', 'Removed from the contact']),
    );
    expect(await consentOf()).toBeNull();
  });

  test('is of those who reach the contact', async () => {
    const id = await someone();
    const { agent2, manager } = company.people;
    expect(await refusal(agent2.call(getMayContact, { params: { id }, query: {} }))).toEqual([404, 'not_found']);
    expect(await refusal(agent2.call(listContactConsents, { params: { id }, query: {} }))).toEqual([404, 'not_found']);
    expect(await may(id, 'call', {}, manager)).toEqual(['yes']);
  });
});

describe('a do-not-call list', () => {
  test('is read line by line, replaces the one before it, and spares those with an inquiry', async () => {
    const id = await someone({ phone: '2125559001' });
    const loaded = await list(
      admin,
      { kind: 'national', as_of: today },
      'Area,Number\r\n212,5559001\r\n(212) 555-9002;x\r\n12125559003\r\nnothing\r\n\r\n',
    );
    expect(loaded).toMatchObject({ status: 'ready', numbers: 3, refused: 2, age: 0, error: '' });
    const { data } = await admin.call(listDoNotCallLists, {});
    expect(data.filter(({ kind }) => kind === 'national')).toHaveLength(1);
    expect(await may(id, 'call')).toEqual(['no', 'do_not_call_list']);
    await record(id, { kind: 'inquiry', channels: ['call'], text: 'Asked for a quote' });
    expect(await may(id, 'call')).toEqual(['yes']);
    const internal = await list(admin, { kind: 'internal', as_of: today }, '2125559001');
    expect(await may(id, 'call')).toEqual(['no', 'do_not_call_list']);
    await admin.call(removeDoNotCallList, { params: { id: internal?.id ?? 0 } });
    expect(await may(id, 'call')).toEqual(['yes']);
  });

  test('without a number, from the future or empty is refused, and the list before it stays', async () => {
    expect(await list(admin, { kind: 'national', as_of: today }, 'no\nnumbers\n')).toMatchObject({ status: 'failed', error: expect.stringContaining('no US phone number') }); // biome-ignore format: one line
    expect(
      (await admin.call(listDoNotCallLists, {})).data.some(({ kind, status }) => kind === 'national' && status === 'ready'),
    ).toBe(true);
    const upload = (body: CallOf<typeof uploadDoNotCallList>['body'], content = '2125550001') =>
      refusal(admin.call(uploadDoNotCallList, { body, files: { file: { name: 'a.txt', content } } }));
    expect(await upload({ kind: 'national', as_of: '2099-01-01' })).toEqual([422, 'invalid']);
    expect(await upload({ kind: 'state', as_of: today })).toEqual([422, 'invalid']);
    expect(await upload({ kind: 'national', as_of: today }, '')).toEqual([422, 'files.empty']);
  });

  test('of more than 31 days is too old', async () => {
    const id = await someone();
    const old = inNewYork(dayIn(33), '12:00');
    expect(await may(id, 'call', { at: old })).toEqual(['no', 'list_too_old']);
    expect((await admin.call(getComplianceState, {})).national_list_until).toBe(
      new Date(Date.parse(today) + 31 * 86_400_000).toISOString().slice(0, 10),
    );
  });
});

describe('a rule', () => {
  const sundays = {
    kind: 'hours' as const,
    channels: ['email' as const],
    days: [0],
    title: 'No mail on Sundays',
    effective_from: today,
  };
  test('of the company binds mail too, and ends', async () => {
    const id = await someone();
    const sunday = inNewYork(nextWeekday(0), '13:00');
    const monday = new Date(Date.parse(`${nextWeekday(0)}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    expect(await may(id, 'email', { at: sunday })).toEqual(['yes']);
    const rule = await admin.call(createComplianceRule, { body: { ...sundays, state: 'ny' } });
    expect(rule).toMatchObject({ state: 'NY', in_force: true, created_by: { id: admin.userId } });
    expect(await may(id, 'email', { at: sunday })).toEqual(['later', 'hours', inNewYork(monday, '00:00')]);
    await admin.call(endComplianceRule, { params: { id: Number(rule.id.slice(4)) } });
    expect(await may(id, 'email', { at: sunday })).toEqual(['yes']);
  });

  test('that allows more than the law has to be confirmed, and the law counts again after it', async () => {
    const id = await someone();
    const night = inNewYork(dayIn(5), '21:30');
    const body = { kind: 'hours' as const, channels: ['call' as const, 'text' as const], days: [0, 1, 2, 3, 4, 5, 6, 7], opens_at: '08:00', closes_at: '22:00', title: 'Until ten', effective_from: today, effective_until: dayIn(10), replaces: 'us.hours' }; // biome-ignore format: one line
    expect(await refusal(admin.call(createComplianceRule, { body }))).toEqual([409, 'compliance.looser']);
    await admin.call(createComplianceRule, { body: { ...body, closes_at: '20:00', effective_until: dayIn(2) } });
    const rule = await admin.call(createComplianceRule, { body: { ...body, confirmed: true } });
    expect(await may(id, 'call', { at: night })).toEqual(['yes']);
    expect(await may(id, 'call', { at: inNewYork(dayIn(11), '21:30') })).toEqual([
      'later',
      'hours',
      inNewYork(dayIn(12), '08:00'),
    ]);
    const { data } = await admin.call(listComplianceRules, { query: { on: dayIn(5) } });
    expect(data.find(({ id: name }) => name === 'us.hours')).toMatchObject({ in_force: false, set_aside_by: rule.id });
  });

  test('that makes no sense is refused', async () => {
    const refused = (changes: object) => refusal(admin.call(createComplianceRule, { body: { ...sundays, ...changes } }));
    expect(await refused({ effective_from: '2020-01-01' })).toEqual([422, 'invalid']);
    expect(await refused({ days: [] })).toEqual([422, 'invalid']);
    expect(await refused({ opens_at: '10:00' })).toEqual([422, 'invalid']);
    expect(await refused({ opens_at: '10:00', closes_at: '09:00' })).toEqual([422, 'invalid']);
    expect(await refused({ replaces: 'nothing.known' })).toEqual([422, 'invalid']);
    expect(await refused({ kind: 'cap' })).toEqual([422, 'invalid']);
    expect(await refusal(agent.call(listComplianceRules, { query: {} }))).toEqual([403, 'forbidden']);
  });
});

test('a suppressed address gets nothing, also from another contact that has it, until an administrator lifts it with a reason', async () => {
  const body = { channel: 'call' as const, address: '+1 (212) 555-7777', reason: 'litigator' as const };
  const { id, address } = await admin.call(createSuppression, { body });
  expect(address).toBe('2125557777');
  expect(await refusal(admin.call(createSuppression, { body }))).toEqual([409, 'compliance.suppressed_already']);
  expect(await refusal(admin.call(createSuppression, { body: { ...body, address: '12' } }))).toEqual([422, 'invalid']);
  const contact = await someone({ phone: '2125557777' });
  expect(await may(contact, 'call')).toEqual(['no', 'suppressed']);
  await record(contact, { kind: 'given', channels: ['call'], purpose: 'all' });
  expect(await may(contact, 'call')).toEqual(['no', 'suppressed']); // a consent lifts no other reason than a revocation
  const find = async (query: CallOf<typeof listSuppressions>['query']) =>
    (await admin.call(listSuppressions, { query })).data.map((each) => each.id);
  expect(await find({ q: '(212) 555-77' })).toEqual([id]);
  await admin.call(liftSuppression, { params: { id }, body: { note: 'It was settled' } });
  expect(await find({ q: '2125557777' })).toEqual([]);
  expect(await find({ q: '2125557777', tab: 'lifted' })).toEqual([id]);
  expect(await may(contact, 'call')).toEqual(['yes']);
});

test('licences are kept by the user or by those who manage users, and expire', async () => {
  const { agent2, manager } = company.people;
  const id = await someone({ state: 'TX', zip_code: '77001' });
  expect(await may(id, 'call')).toEqual(['no', 'not_licensed']);
  const dayBefore = new Date(Date.parse(noon) - 86_400_000).toISOString().slice(0, 10);
  const ofAgent = { params: { id: agent.userId, state: 'TX' } };
  await admin.call(setLicence, { ...ofAgent, body: { number: 'T1', expires_on: dayBefore } });
  expect(await may(id, 'call')).toEqual(['no', 'not_licensed']);
  const { data } = await agent.call(setLicence, { ...ofAgent, body: { number: 'T1', expires_on: noon.slice(0, 10) } });
  expect(data.map(({ state, valid }) => [state, valid])).toEqual([
    ['FL', true],
    ['NY', true],
    ['TX', true],
  ]);
  expect(await may(id, 'call')).toEqual(['yes']);
  expect(await refusal(agent2.call(listLicences, { params: { id: agent.userId } }))).toEqual([404, 'not_found']);
  expect(await refusal(manager.call(removeLicence, ofAgent))).toEqual([404, 'not_found']);
  await admin.call(removeLicence, ofAgent);
  expect(await refusal(admin.call(removeLicence, ofAgent))).toEqual([404, 'not_found']);
});

test('an estimate counts a selection by answer, and each group opens as a list', async () => {
  const ids = [
    await someone(),
    await someone(),
    await someone({ do_not_call: true }),
    await someone({ zip_code: '90001', state: 'CA', phone: '2135550001', owner_id: agent.userId }),
  ];
  await agent.call(setLicence, { params: { id: agent.userId, state: 'CA' }, body: { number: 'C1' } });
  const body = { ids, channel: 'call' as const, at: inNewYork(nextWeekday(3), '09:00') }; // 6 am in Los Angeles
  const { groups, total } = await agent.call(estimateContacts, { body });
  expect(total).toBe(4);
  const later = inNewYork(nextWeekday(3), '11:00');
  expect(groups).toEqual([
    { answer: 'yes', reason: null, until: null, count: 2 },
    { answer: 'later', reason: 'hours', until: later, count: 1 },
    { answer: 'no', reason: 'do_not_contact', until: null, count: 1 },
  ]);
  const open = async (group: object) =>
    (await agent.call(listEstimatedContacts, { body: { ...body, ...group } as never })).data.map(({ id }) => id);
  expect(await open({ answer: 'yes' })).toEqual(ids.slice(0, 2));
  expect(await open({ answer: 'later', reason: 'hours', until: later })).toEqual([ids[3]]);
  expect(await open({ answer: 'no', reason: 'do_not_contact' })).toEqual([ids[2]]);
});

test('of contacts with one address the first gets the mail, and the estimate says so of the others', async () => {
  const email = 'couple@example.com';
  const [refuses, first, second, alone] = [
    await someone({ email, do_not_email: true }),
    await someone({ email }),
    await someone({ email }),
    await someone(),
  ];
  const body = { ids: [second, alone, refuses, first], channel: 'email' as const, purpose: 'service' as const, at: noon };
  const { groups, total } = await agent.call(estimateContacts, { body });
  expect(total).toBe(4);
  expect(groups).toEqual([
    { answer: 'yes', reason: null, until: null, count: 2 },
    { answer: 'no', reason: 'do_not_contact', until: null, count: 1 },
    { answer: 'no', reason: 'same_address', until: null, count: 1 },
  ]);
  const { data } = await agent.call(listEstimatedContacts, { body: { ...body, answer: 'no', reason: 'same_address' } });
  expect(data.map(({ id }) => id)).toEqual([second]);
  // A person can call both.
  const { groups: calls } = await agent.call(estimateContacts, { body: { ...body, channel: 'call' } });
  expect(calls.some(({ reason }) => reason === 'same_address')).toBe(false);
});
