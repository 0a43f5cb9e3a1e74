// The user's own profile: what they may change of it, and what they may not.
import { beforeAll, describe, expect, test } from 'vitest';
import { variants } from '#contract/lookups.ts';
import { updateProfile, updateTheme, updateTimezone, updateUserProfile } from '#contract/profile.ts';
import { getMe } from '#contract/signIn.ts';
import { titlesOf } from '#contract/titles.ts';
import { updateUser, updateUserRoles } from '#contract/userAdmin.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aServer, send, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'agent' | 'admin' | 'colleague'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { agent: {}, admin: {}, colleague: { role: 'agent' } });
});

const tellings = async () => {
  const { companyId } = company;
  const rows = await server.operator.db
    .selectFrom('outbox')
    .select(['payload', 'recipients'])
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute();
  return rows.map(({ payload, recipients }) => ({ ...(payload as object), to: recipients }));
};

describe('a profile', () => {
  test('is changed in part, and answered whole', async () => {
    const { agent } = company.people;
    const about_me = 'Since 1998.\nIn Tampa.';
    const me = await agent.call(updateProfile, { body: { first_name: ' Rosa ', title: 'licensed_insurance_agent', about_me } });
    expect(me.profile).toMatchObject({ first_name: 'Rosa', last_name: 'Tester', title: 'Licensed insurance agent', about_me });
    expect(await agent.call(getMe, {})).toEqual(me);
  });

  test('by its id is the same, and nobody else’s', async () => {
    const { agent, admin, colleague } = company.people;
    const me = await agent.call(updateUserProfile, { params: { id: agent.userId }, body: { last_name: 'Alvarez' } });
    expect(me.profile.last_name).toBe('Alvarez');
    for (const person of [admin, colleague])
      await expect(
        person.call(updateUserProfile, { params: { id: agent.userId }, body: { last_name: 'Taken' } }),
      ).rejects.toMatchObject({ code: 'not_found' });
    expect((await agent.call(getMe, {})).profile.last_name).toBe('Alvarez');
  });

  test.each(['/v1/users/update_profile', 'own id', '/v1/users/update_theme', '/v1/users/update_timezone'])(
    'sent whole to %s keeps the role, the unit, the e-mail and the rest of the account',
    async (url) => {
      const { agent } = company.people;
      const whole = {
        first_name: 'Rosa',
        timezone: 'est',
        account_type: 'admin',
        role: 'admin',
        roles: ['admin'],
        admin: true,
        email: 'other@example.com',
        username: 'other',
        business_unit_id: 1,
        manager_id: null,
        relationship_manager: true,
        active: false,
        password_hash: 'x',
        company_id: 1,
        id: 1,
      };
      const row = () =>
        server.operator.db
          .selectFrom('users')
          .select([
            'role',
            'email',
            'username',
            'business_unit_id',
            'manager_id',
            'relationship_manager',
            'active',
            'password_hash',
          ])
          .where('id', '=', agent.userId)
          .executeTakeFirstOrThrow();
      const before = await row();
      const answer = await server.app.inject({
        method: 'PATCH',
        url: url === 'own id' ? `/v1/users/${agent.userId}` : url,
        headers: agent.headers,
        payload: whole,
      });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({
        id: agent.userId,
        roles: ['agent'],
        admin: false,
        profile: { account_type: 'agent' },
      });
      expect(await row()).toEqual(before);
    },
  );

  test('with a value that does not fit is refused whole', async () => {
    const { agent } = company.people;
    const wrong = [
      [{ first_name: ' ' }, 'first_name'],
      [{ last_name: 'x'.repeat(61) }, 'last_name'],
      [{ about_me: 'x'.repeat(2001) }, 'about_me'],
      [{ about_me: 'a\0b' }, 'about_me'],
      [{ title: 'President' }, 'title'],
      [{ title: 'constructor' }, 'title'],
      [{ title: 'recruiter' }, 'title'],
      [{ timezone: 'cet' }, 'timezone'],
      [{ background: 'pink' }, 'background'],
    ] as const;
    const before = await agent.call(getMe, {});
    for (const [body, field] of wrong) {
      const answer = await send(server.app, agent.headers, updateProfile, {
        body: { ...body, ...(field !== 'first_name' && { first_name: 'Not' }) },
      });
      expect(answer.statusCode, field).toBe(422);
      expect(answer.json().errors).toHaveProperty(field);
    }
    expect(await agent.call(getMe, {})).toEqual(before);
  });

  test('keeps a title that an administrator gave, until another is chosen', async () => {
    const { colleague } = company.people;
    await server.operator.db.updateTable('users').set({ title: 'Head of sales' }).where('id', '=', colleague.userId).execute();
    const save = async (title: string) => (await colleague.call(updateProfile, { body: { title } })).profile.title;
    expect(await save('Head of sales')).toBe('Head of sales');
    expect(await save('Advisor')).toBe('Advisor');
    await expect(save('Head of sales')).rejects.toMatchObject({ code: 'invalid' });
    expect(await save('')).toBe('');
  });

  test.each(variants)('of the variant %s has that variant’s titles', async (variant) => {
    const { companyId, people } = await aCompany(server, { agent: {} });
    await server.operator.db.updateTable('companies').set({ variant }).where('company_id', '=', companyId).execute();
    for (const [title, words] of Object.entries(titlesOf[variant]))
      expect((await people.agent.call(updateProfile, { body: { title } })).profile.title).toBe(words);
  });

  test('tells the user’s other screens, and those who manage users of a new name', async () => {
    const { agent } = company.people;
    const seen = (await tellings()).length;
    await agent.call(updateProfile, { body: { about_me: 'Since 2001' } });
    await agent.call(updateProfile, { body: { last_name: 'Alvarez-Ruiz' } });
    await agent.call(updateProfile, { body: {} });
    const own = { event: 'me.changed', to: [agent.userId] };
    expect((await tellings()).slice(seen)).toEqual([own, { event: 'users.changed', to: 'users.manage' }, own]);
    const entries = await server.operator.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('of_id', '=', agent.userId)
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(entries).toEqual([
      { action: 'users.changed', before: { last_name: 'Alvarez' }, after: { last_name: 'Alvarez-Ruiz' } },
    ]);
  });
});

test('what an administrator changes is told to the user’s screens', async () => {
  const { people } = company;
  const seen = (await tellings()).length;
  const params = { id: people.colleague.userId };
  await people.admin.call(updateUser, { params, body: { title: 'Advisor' } });
  await people.admin.call(updateUser, { params, body: { title: 'Advisor' } });
  await people.admin.call(updateUserRoles, { params, body: { roles: ['manager'] } });
  await people.admin.call(updateUserRoles, { params, body: { roles: ['agent'] } });
  const told = (await tellings()).slice(seen).filter((one) => 'event' in one && one.event === 'me.changed');
  expect(told).toEqual(Array.from({ length: 3 }, () => ({ event: 'me.changed', to: [people.colleague.userId] })));
});

describe('the theme', () => {
  test('is the company’s until the user chooses, part by part', async () => {
    const { companyId, people } = await aCompany(server, { agent: {} });
    const show = (theme: object) =>
      server.operator.db.updateTable('companies').set(theme).where('company_id', '=', companyId).execute();
    await show({ font_size: 'large', primary_color: 'teal', background: 'light' });
    const me = await people.agent.call(updateTheme, { body: { background: 'dark' } });
    const theme = { font_size: 'large', primary_color: 'teal', background: 'dark' };
    expect(me).toMatchObject({ theme, profile: theme });
    await show({ font_size: 'small', background: 'light' });
    expect((await people.agent.call(getMe, {})).theme).toEqual({ ...theme, font_size: 'small' });
  });

  test('is changed before a missing step is done, the profile is not', async () => {
    const { people } = await aCompany(server, { agent: {} });
    await server.operator.db
      .updateTable('users')
      .set({ must_change_password: true })
      .where('id', '=', people.agent.userId)
      .execute();
    expect((await people.agent.call(updateTheme, { body: { font_size: 'large' } })).theme.font_size).toBe('large');
    await expect(people.agent.call(updateProfile, { body: { first_name: 'Rosa' } })).rejects.toMatchObject({
      code: 'steps.password',
    });
  });
});

test('the time zone is Eastern until the user chooses another', async () => {
  const { people } = await aCompany(server, { agent: {} });
  expect((await people.agent.call(getMe, {})).timezone).toBe('est');
  expect((await people.agent.call(updateTimezone, { body: { timezone: 'hst' } })).timezone).toBe('hst');
  await expect(people.agent.call(updateTimezone, { body: { timezone: 'utc' as 'est' } })).rejects.toMatchObject({
    code: 'invalid',
  });
});
