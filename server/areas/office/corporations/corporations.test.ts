// Corporations: profiles that everyone reads and administrators keep, with a logo; campaigns and wallets name
// them.
import { beforeAll, expect, test } from 'vitest';
import { createCampaignTrigger, deleteCampaignTrigger } from '#contract/campaigns.ts';
import {
  createCorporation,
  deleteCorporation,
  downloadCorporationLogo,
  getCorporation,
  listCorporations,
  updateCorporation,
} from '#contract/corporations.ts';
import { createSource } from '#contract/reference.ts';
import { deactivateUser, getUser } from '#contract/userAdmin.ts';
import { pixel } from '#tests/support/examples.emails.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent' | 'east' | 'west'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, agent: {}, east: { role: 'agent' }, west: { role: 'agent', unit: 'West' } });
});

const names = async (by: Client, query: object) => (await by.call(listCorporations, { query })).data.map(({ name }) => name);

test('an administrator keeps them, everyone reads them', async () => {
  const { admin, agent } = company.people;
  const made = await admin.call(createCorporation, {
    body: {
      name: 'Harbor Health',
      type: 'agency',
      domain_name: 'Health.Example.com',
      color_1: '#1C7ED6',
      facebook: 'facebook.com/harbor',
      faqs: [{ question: 'Open?', answer: 'Yes' }],
      user_id: agent.userId,
    },
    files: { logo: pixel },
  });
  expect(made).toMatchObject({
    name: 'Harbor Health',
    domain_name: 'health.example.com',
    facebook: 'https://facebook.com/harbor',
    faqs: [{ question: 'Open?', answer: 'Yes' }],
    latest_news: [],
    user: { id: agent.userId },
    logo: expect.stringMatching(/logo[?]v=/),
    webpage_active: false,
    sources: 0,
  });
  const of = { params: { id: made.id } };
  const logo = await server.app.inject({ url: made.logo ?? '', headers: agent.headers });
  expect(logo.headers).toMatchObject({ 'content-type': 'image/webp' });
  expect(await admin.call(updateCorporation, { ...of, body: { office_city: 'Reno', logo: null } })).toMatchObject({
    office_city: 'Reno',
    facebook: 'https://facebook.com/harbor',
    logo: null,
  });
  await expect(agent.call(downloadCorporationLogo, { ...of, query: {} })).rejects.toThrow('not_found');
  expect(await agent.call(getCorporation, { ...of, query: { type: 'agency' } })).toMatchObject({ office_city: 'Reno' });
  await expect(agent.call(getCorporation, { ...of, query: { type: 'carrier' } })).rejects.toThrow('not_found');
  await expect(agent.call(updateCorporation, { ...of, body: { name: 'Mine' } })).rejects.toThrow('forbidden');
  await admin.call(deactivateUser, { params: { id: agent.userId }, query: { owner_id: admin.userId } });
  expect(await admin.call(getCorporation, { ...of, query: {} })).toMatchObject({ user: { id: admin.userId } });
});

test('a form carries questions and news as JSON text', async () => {
  const { admin } = company.people;
  const send = (faqs: string) => {
    const part = (name: string, value: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const headers = { ...admin.headers, 'content-type': 'multipart/form-data; boundary=x' };
    const payload = `${part('name', `Form ${crypto.randomUUID()}`)}${part('webpage_active', 'true')}${part('faqs', faqs)}--x--\r\n`;
    return server.app.inject({ method: 'POST', url: '/v1/admin/corporations', headers, payload });
  };
  expect((await send('[{"question":"Open?","answer":"Yes"}]')).json()).toMatchObject({
    webpage_active: true,
    faqs: [{ question: 'Open?', answer: 'Yes' }],
  });
  for (const wrong of ['{', '"x"', '[{"answer":"Yes"}]']) {
    const answer = await send(wrong);
    expect([answer.statusCode, Object.keys(answer.json().errors)[0]]).toEqual([422, expect.stringMatching(/^faqs/)]);
  }
});

test('what does not fit is refused at its field', async () => {
  const { admin } = company.people;
  const refused = (body: object, field: string) =>
    expect(admin.call(createCorporation, { body: { name: crypto.randomUUID(), ...body } })).rejects.toThrow(field);
  await refused({ color_2: 'red' }, 'color_2');
  await refused({ domain_name: 'not a domain' }, 'domain_name');
  await refused({ tracking_code: '<script>' }, 'tracking_code');
  await refused({ google: 'javascript:alert(1)' }, 'google');
  await refused({ user_id: 999_999 }, 'user_id');
  await refused({ business_unit_id: 999_999 }, 'business_unit_id');
  const text = { logo: { name: 'logo.png', content: 'no picture' } };
  await expect(admin.call(createCorporation, { body: { name: 'With a text' }, files: text })).rejects.toThrow('logo');
  await admin.call(createCorporation, { body: { name: 'Twice' } });
  await expect(admin.call(createCorporation, { body: { name: 'TWICE' } })).rejects.toThrow('lookups.name_taken');
});

test('are found by name, type, unit, and as those that a campaign can choose', async () => {
  const office = await aCompany(server, { admin: {}, west: { role: 'agent', unit: 'West' } });
  const { admin } = office.people;
  const add = (name: string, more: object = {}) => admin.call(createCorporation, { body: { name, ...more } });
  await add('Alpha');
  await add('Beta', { type: 'carrier' });
  await admin.call(createSource, { body: { title: 'Fair', corporations: ['Alpha'] } });
  expect(await names(admin, {})).toEqual(['Alpha', 'Beta']);
  expect(await names(admin, { q: 'bet' })).toEqual(['Beta']);
  expect(await names(admin, { type: 'carrier' })).toEqual(['Beta']);
  expect(await names(admin, { for_campaign_triggers: true })).toEqual(['Alpha']);
  expect(await names(admin, { company_id: office.companyId })).toEqual(['Alpha', 'Beta']);
  expect(await names(admin, { company_id: company.companyId })).toEqual([]);
  const { business_unit } = await admin.call(getUser, { params: { id: admin.userId } });
  await add('Gamma', { business_unit_id: business_unit.id });
  expect(await names(office.people.west, {})).toEqual(['Alpha', 'Beta']);
  expect(await names(admin, {})).toEqual(['Alpha', 'Beta', 'Gamma']);
});

test('one of another unit is not read by its id either, nor its logo', async () => {
  const { admin, west, east } = company.people;
  const { business_unit } = await admin.call(getUser, { params: { id: west.userId } });
  const made = await admin.call(createCorporation, {
    body: { name: 'Western', business_unit_id: business_unit.id },
    files: { logo: pixel },
  });
  const of = { params: { id: made.id }, query: {} };
  expect(await west.call(getCorporation, of)).toMatchObject({ name: 'Western' });
  await expect(east.call(getCorporation, of)).rejects.toThrow('not_found');
  const logo = (by: Client) => server.app.inject({ url: made.logo ?? '', headers: by.headers });
  expect([(await logo(west)).statusCode, (await logo(east)).statusCode]).toEqual([200, 404]);
});

test('an edit that is based on an earlier version is refused', async () => {
  const { admin } = company.people;
  const { id, version } = await admin.call(createCorporation, { body: { name: 'Edited by two' } });
  const edit = (body: object) => admin.call(updateCorporation, { params: { id }, body });
  await edit({ office_city: 'Reno', version });
  await expect(edit({ office_hours: '9 to 5', version })).rejects.toThrow('corporations.stale');
  expect(await edit({ office_hours: '9 to 5' })).toMatchObject({ office_city: 'Reno', office_hours: '9 to 5' });
});

test('one that a campaign names stays', async () => {
  const { admin } = company.people;
  const { id } = await admin.call(createCorporation, { body: { name: 'Named' } });
  const campaign = await admin.call(createCampaignTrigger, { body: { name: 'Names it', corporation_ids: [id] } });
  await expect(admin.call(deleteCorporation, { params: { id } })).rejects.toThrow('lookups.in_use');
  await admin.call(deleteCampaignTrigger, { params: { id: campaign.id } });
  await admin.call(deleteCorporation, { params: { id } });
  await expect(admin.call(getCorporation, { params: { id }, query: {} })).rejects.toThrow('not_found');
});
