// The signed-in user in the spec's form, and the list of possible owners.

import { beforeAll, describe, expect, test } from 'vitest';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { variants } from '#contract/lookups.ts';
import { allows, type Permission, permissions, type Role, roles } from '#contract/permissions.ts';
import { getMe } from '#contract/signIn.ts';
import { listAssignees } from '#contract/users.ts';
import { variantDefinitions } from '#contract/variants.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});

describe('me', () => {
  let company: TestCompany<Role>;
  beforeAll(async () => {
    company = await aCompany(server, Object.fromEntries(roles.map((role) => [role, {}])) as Record<Role, object>);
  });

  test('has every field of the spec', async () => {
    const { companyId, people } = company;
    await server.operator.db
      .updateTable('companies')
      .set({
        name: 'Harbor',
        domain_name: 'harbor.test',
        number: 7,
        font_size: 'large',
        primary_color: 'teal',
        background: 'dark',
      })
      .where('company_id', '=', companyId)
      .execute();
    await server.operator.db
      .updateTable('users')
      .set({ timezone: 'pst', about_me: 'Since 1998', accepted_tos_at: new Date(), username: 'ann', email: 'ann@harbor.test' })
      .where('id', '=', people.agent.userId)
      .execute();
    const theme = { font_size: 'large', primary_color: 'teal', background: 'dark' };
    expect(await people.agent.call(getMe, {})).toEqual({
      id: people.agent.userId,
      username: 'ann',
      email: 'ann@harbor.test',
      roles: ['agent'],
      tos: true,
      updated_tos: true,
      profile: {
        ...theme,
        first_name: 'agent',
        last_name: 'Tester',
        title: '',
        account_type: 'agent',
        personal_photo: null,
        logo: null,
        about_me: 'Since 1998',
        dialer_verified_phone_number: null,
        dialer_enabled: false,
      },
      timezone: 'pst',
      webpage: expect.objectContaining({ active: false, headline: '', logo: null, flyer: null }),
      theme,
      dashboard_info: { cards: [] },
      company: {
        id: companyId,
        name: 'Harbor',
        domain_name: 'harbor.test',
        number: 7,
        variant: 'standard',
        version: '0.2.37',
        product: 'Steward',
        mark: expect.stringMatching(/^M/),
      },
      business_unit: { id: expect.any(Number), name: 'Main', number: 1 },
      number: roles.indexOf('agent') + 1,
      admin: false,
      sub_admin: false,
      bu_admin: false,
      manager: false,
      basic: false,
      aris: false,
      c_1: false,
      wallet_feature_enabled: false,
      'two_fa_is_required?': false,
      has_password: true,
      'has_2fa_enabled?': false,
      last_otp_at: null,
      max_plus_subscription: { active: false, plan: null },
      sms_subscription: null,
      company_sms_subscription: null,
      dialer_subscription: null,
      company_dialer_subscription: null,
      dialer_license: null,
      failed_payments: [],
      message_alerts: { message_popup: false, message_sound: true },
      text_registration: 'draft',
      missing: null,
      signup: null,
      office_locations: { data: [], meta: { page: 1, limit: 100, total_count: 0, total_pages: 1 } },
      available_phone_numbers: [],
      api_keys: [],
      quick_filters: [],
      favorite_users: [],
      week_starts: 'sunday',
      auth_ips: { data: [], meta: { page: 1, limit: 100, total_count: 0, total_pages: 1 } },
      quiet: null,
      impersonator: null,
      login_stack: [],
      may_act_further: false,
      can: expect.any(Object),
      features: expect.objectContaining({ texting: true, wallet: false }),
      state_key: `${companyId}.${people.agent.userId}.0.2.37`,
      draft_keys: [expect.stringMatching(/^[\w-]{43}$/)],
    });
  });

  test.each(roles)('as %s says what the matrix says', async (role) => {
    const me = await company.people[role].call(getMe, {});
    expect(me.roles).toEqual([role]);
    expect(me.can).toEqual(
      Object.fromEntries(Object.keys(permissions).map((permission) => [permission, allows(role, permission as Permission)])),
    );
    expect(me).toMatchObject({
      admin: role === 'admin' || role === 'sub_admin',
      sub_admin: role === 'sub_admin',
      bu_admin: role === 'bu_admin',
      manager: role === 'manager',
      basic: role === 'basic' || role === 'pool_holder',
    });
  });

  test.each(variants)('of the variant %s has its version', async (variant) => {
    const { companyId, people } = company;
    await server.operator.db.updateTable('companies').set({ variant }).where('company_id', '=', companyId).execute();
    expect((await people.admin.call(getMe, {})).company).toMatchObject({ variant, version: variantDefinitions[variant].version });
  });

  test('brings the offices to everyone, and the networks to those who may manage them', async () => {
    const { companyId, people } = company;
    await insertId(server.operator.db, 'office_locations', { company_id: companyId, name: 'Tampa', type: 'branch' });
    const network = { company_id: companyId, network: '127.0.0.0/8', note: 'Office', created_by: people.admin.userId };
    await insertId(server.operator.db, 'networks', network);
    const everyone = { office_locations: { data: [{ name: 'Tampa' }], meta: { total_count: 1 } } };
    expect(await people.agent.call(getMe, {})).toMatchObject({ ...everyone, auth_ips: { data: [], meta: { total_count: 0 } } });
    expect(await people.admin.call(getMe, {})).toMatchObject({
      ...everyone,
      auth_ips: { data: [{ network: '127.0.0.0/8', note: 'Office' }], meta: { total_count: 1 } },
    });
    await server.operator.db
      .updateTable('users')
      .set({ must_change_password: true })
      .where('id', '=', people.admin.userId)
      .execute();
    const { missing, office_locations, auth_ips } = await people.admin.call(getMe, {});
    expect([missing, office_locations.data, auth_ips.data], 'nothing before the missing step is done').toEqual([
      'password',
      [],
      [],
    ]);
    await server.operator.db
      .updateTable('users')
      .set({ must_change_password: false })
      .where('id', '=', people.admin.userId)
      .execute();
  });

  test('tells nothing of the password', async () => {
    expect(JSON.stringify(await company.people.admin.call(getMe, {}))).not.toMatch(/hash|argon2|"password/i);
  });
});

describe('assignees', () => {
  let company: TestCompany<'admin' | 'bu_admin' | 'manager' | 'agent' | 'agent2' | 'agent3'>;
  beforeAll(async () => {
    company = await aCompany(server, {
      admin: { unit: 'South' },
      bu_admin: { unit: 'North' },
      manager: { unit: 'North', holds: ['Team'] },
      agent: { unit: 'North', under: 'manager', holds: ['Web'] },
      agent2: { unit: 'North' },
      agent3: { unit: 'South', under: 'manager' },
    });
    await server.operator.db.updateTable('users').set({ active: false }).where('id', '=', company.people.agent3.userId).execute();
    await aCompany(server, { agent: { holds: ['Web'] } });
  });
  const list = async (client: Client, q = '') => {
    const { data, pools } = await client.call(listAssignees, { query: { q } });
    return { people: data.map((person) => person.name.split(' ')[0]), pools: pools.map((pool) => pool.name) };
  };

  test('are those in a leader’s reach who are still there, and oneself for everybody else', async () => {
    const { admin, bu_admin, manager, agent } = company.people;
    expect(await list(admin)).toEqual({ people: ['admin', 'agent', 'agent2', 'bu_admin', 'manager'], pools: ['Team', 'Web'] });
    expect(await list(bu_admin)).toEqual({ people: ['agent', 'agent2', 'bu_admin', 'manager'], pools: [] });
    expect(await list(manager)).toEqual({ people: ['agent', 'manager'], pools: ['Team'] });
    expect(await list(agent)).toEqual({ people: ['agent'], pools: ['Web'] });
  });

  test('are searched by name, e-mail and pool', async () => {
    const { admin } = company.people;
    expect(await list(admin, 'AGENT2')).toEqual({ people: ['agent2'], pools: [] });
    expect(await list(admin, 'bu_admin@')).toEqual({ people: ['bu_admin'], pools: [] });
    expect(await list(admin, 'wéb')).toEqual({ people: [], pools: ['Web'] });
    expect(await list(admin, '%')).toEqual({ people: [], pools: [] });
  });

  test('a name that begins so stands before an e-mail that contains it', async () => {
    const { admin, bu_admin } = company.people;
    await server.operator.db.updateTable('users').set({ first_name: 'Zoë' }).where('id', '=', bu_admin.userId).execute();
    await server.operator.db
      .updateTable('users')
      .set({ email: `zoe-${admin.userId}@example.com` })
      .where('id', '=', admin.userId)
      .execute();
    expect(await list(admin, 'zoe')).toMatchObject({ people: ['Zoë', 'admin'] });
  });
});
