// The users of a company as an administrator keeps them, through HTTP, worker and mail.
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { resetPassword } from '#contract/passwords.ts';
import { allows, roles as allRoles, type Role } from '#contract/permissions.ts';
import { rolesOf, standsAbove } from '#contract/roles.ts';
import { createSession, getMe } from '#contract/signIn.ts';
import {
  type AdminUserCreate,
  createUser,
  getUser,
  inviteUser,
  listAssignableRoles,
  listOwners,
  listPoolHolders,
  listUserRoles,
  listUsers,
  quickUpdateUser,
  updateUser,
  updateUserRoles,
  withdrawInvitation,
} from '#contract/userAdmin.ts';
import { aCompany, aContact, type Person } from '#tests/support/factories.ts';
import { linkIn, mailsTo, mailTo } from '#tests/support/mailbox.ts';
import { aServer, type Client, send, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer({ worker: true });
});

const anOffice = () =>
  aCompany(server, {
    admin: {},
    sub_admin: {},
    bu_admin: { unit: 'West' },
    manager: {},
    agent: { under: 'manager' },
    agent2: { under: 'manager' },
    west: { role: 'agent', unit: 'West' },
  });
type Office = Awaited<ReturnType<typeof anOffice>>;

const unitOf = async (client: Client, { userId }: Person) =>
  (await client.call(getUser, { params: { id: userId } })).business_unit.id;
const list = (client: Client, query: object = {}) => client.call(listUsers, { query });
const namesOf = async (client: Client, query: object = {}) => (await list(client, query)).data.map((user) => user.first_name);

let count = 0;
async function invite({ people: { admin } }: Office, rest: Partial<AdminUserCreate> = {}) {
  const email = `nia${++count}.${process.pid}@office.test`;
  const body = {
    first_name: 'Nia',
    last_name: 'New',
    email,
    account_type: 'agent' as Role,
    business_unit_id: await unitOf(admin, admin),
  };
  return admin.call(createUser, { body: { ...body, ...rest } });
}

describe('the list', () => {
  test('is searched, ordered, filtered and paged', async () => {
    const { people } = await anOffice();
    const { admin, agent, manager } = people;
    await admin.call(quickUpdateUser, { params: { id: agent.userId }, body: { relationship_manager: true, title: 'Advisor' } });
    expect(await namesOf(admin)).toEqual(['admin', 'agent', 'agent2', 'bu_admin', 'manager', 'sub_admin', 'west']);
    expect(await namesOf(admin, { order: 'desc', limit: 2 })).toEqual(['west', 'sub_admin']);
    expect((await list(admin, { limit: 2, page: 4 })).meta).toEqual({ page: 4, limit: 2, total_count: 7, total_pages: 4 });
    expect(await namesOf(admin, { q: 'GENT2' })).toEqual(['agent2']);
    expect(await namesOf(admin, { q: '%' })).toEqual([]);
    expect(await namesOf(admin, { impersonators: true })).toEqual(['admin', 'bu_admin', 'sub_admin']);
    expect(await namesOf(admin, { user_id: manager.userId })).toEqual(['manager']);
    expect((await list(admin, { only_rm: true })).data).toMatchObject([
      {
        name: 'agent Tester',
        title: 'Advisor',
        manager: { id: manager.userId, name: 'manager Tester' },
        role_name: 'Agent',
        status: 'active',
      },
    ]);
    expect(await namesOf(admin, { account_type: ['manager', 'bu_admin'] })).toEqual(['bu_admin', 'manager']);
  });

  test('is the own unit’s for its administrator, and nobody’s for others', async () => {
    const { people } = await anOffice();
    const { admin, bu_admin, manager, agent } = people;
    expect(await namesOf(bu_admin)).toEqual(['bu_admin', 'west']);
    await expect(bu_admin.call(getUser, { params: { id: agent.userId } })).rejects.toMatchObject({ status: 404 });
    await expect(list(manager)).rejects.toMatchObject({ status: 403 });
    const mainUnit = await unitOf(admin, admin);
    const elsewhere = { params: { id: people.west.userId }, body: { business_unit_id: mainUnit } };
    await expect(bu_admin.call(updateUser, elsewhere)).rejects.toMatchObject({
      problem: { errors: { business_unit_id: ['Choose a business unit from the list'] } },
    });
  });

  test('finds owners, and who holds a pool', async () => {
    const { people } = await aCompany(server, { admin: {}, agent: { holds: ['Walk-ins'] }, agent2: {} });
    const owners = (await people.admin.call(listOwners, { query: { q: 'agent' } })).data.map((user) => user.id);
    expect(owners).toEqual([people.agent.userId, people.agent2.userId]);
    expect((await people.admin.call(listPoolHolders, { query: {} })).data).toEqual([
      { id: people.agent.userId, name: 'agent Tester' },
    ]);
  });
});

describe('an invitation', () => {
  const tokenFor = async (email: string, nth = 1) =>
    linkIn((await mailsTo(server, email, nth))[0] as Awaited<ReturnType<typeof mailsTo>>[number]).searchParams.get('token') ?? '';
  const choose = (token: string) =>
    send(server.app, {}, resetPassword, { body: { token, password: 'seven herons over the bay' } });
  const enter = (email: string) =>
    send(server.app, {}, createSession, { body: { email, password: 'seven herons over the bay' } });

  test('is mailed, lets its user choose a password once, and sign in', async () => {
    const office = await anOffice();
    const user = await invite(office, { title: 'Advisor', manager_id: office.people.manager.userId });
    expect(user).toMatchObject({ status: 'invited', number: 8, title: 'Advisor', manager: { id: office.people.manager.userId } });
    const token = await tokenFor(user.email);
    expect((await choose(token)).statusCode).toBe(204);
    expect((await choose(token)).json()).toMatchObject({ code: 'passwords.link_spent' });
    expect((await enter(user.email)).statusCode).toBe(201);
    const { admin } = office.people;
    expect(await admin.call(getUser, { params: { id: user.id } })).toMatchObject({ status: 'active', can: { invite: false } });
    await expect(admin.call(inviteUser, { params: { id: user.id } })).rejects.toMatchObject({ code: 'users.has_password' });
  });

  test('mailed again, the former link no longer opens; withdrawn, none does', async () => {
    const office = await anOffice();
    const { admin } = office.people;
    const user = await invite(office);
    const first = await tokenFor(user.email);
    await admin.call(inviteUser, { params: { id: user.id } });
    const second = await tokenFor(user.email, 2);
    expect((await choose(first)).statusCode).toBe(422);
    expect(await admin.call(withdrawInvitation, { params: { id: user.id } })).toEqual({ user: null });
    expect((await choose(second)).statusCode).toBe(422);
    expect(await namesOf(admin, { q: 'Nia' })).toEqual([]);
    expect(await invite(office, { email: user.email })).toMatchObject({ status: 'invited' });
  });

  test('withdrawn, its user is deactivated where a contact or a person depends on them', async () => {
    const office = await anOffice();
    const { admin, agent } = office.people;
    const withdraw = (id: number) => admin.call(withdrawInvitation, { params: { id } });
    const chief = await invite(office, { account_type: 'manager' });
    await admin.call(updateUser, { params: { id: agent.userId }, body: { manager_id: chief.id } });
    expect(await withdraw(chief.id)).toMatchObject({ user: { status: 'inactive' } });
    expect(await admin.call(getUser, { params: { id: agent.userId } })).toMatchObject({ manager: null });
    const owner = await invite(office);
    await aContact(server, office.companyId, { owner_id: owner.id });
    await expect(withdraw(owner.id)).rejects.toMatchObject({ code: 'users.holds_contacts' });
    await expect(withdraw(agent.userId)).rejects.toMatchObject({ code: 'users.has_password' });
  });

  test('needs an e-mail that nobody signs in with, a unit, and a manager who manages', async () => {
    const [office, other] = [await anOffice(), await anOffice()];
    const { agent } = office.people;
    const taken = { status: 409, code: 'users.login_taken', problem: { errors: { email: [expect.any(String)] } } };
    await expect(invite(office, { email: agent.email.toUpperCase() })).rejects.toMatchObject(taken);
    await expect(invite(office, { email: other.people.agent.email })).rejects.toMatchObject(taken);
    const foreign = await unitOf(other.people.admin, other.people.admin);
    await expect(invite(office, { business_unit_id: foreign })).rejects.toMatchObject({ status: 422 });
    await expect(invite(office, { manager_id: agent.userId })).rejects.toMatchObject({
      problem: { errors: { manager_id: ['Choose somebody who manages people'] } },
    });
    await expect(invite(office, { manager_id: other.people.manager.userId })).rejects.toMatchObject({ status: 422 });
    await expect(invite(office, { email: 'nobody' })).rejects.toMatchObject({
      problem: { errors: { email: ['This is not an e-mail address'] } },
    });
  });
});

describe('a change', () => {
  test('of the e-mail moves the sign-in', async () => {
    const { people } = await anOffice();
    const email = `moved.${process.pid}.${++count}@office.test`;
    await people.admin.call(updateUser, { params: { id: people.agent.userId }, body: { email } });
    const signIn = (login: string) =>
      send(server.app, {}, createSession, { body: { email: login, password: 'correct horse battery staple' } });
    expect((await signIn(email)).statusCode).toBe(201);
    expect((await signIn(people.agent.email)).statusCode).toBe(422);
    for (const mailbox of [email, people.agent.email])
      expect((await mailTo(server, mailbox, 'Your e-mail address was changed')).text).toContain(people.agent.email);
    await expect(people.agent.call(getMe, {})).rejects.toMatchObject({ status: 401 });
  });

  test('of the e-mail asks the administrator for a proof, and other changes do not', async () => {
    const { people } = await anOffice();
    const { admin, agent } = people;
    await server.operator.db
      .updateTable('sessions')
      .set({ proved_at: new Date(Date.now() - 3_600_000) })
      .where('user_id', '=', admin.userId)
      .execute();
    const update = (body: object) => admin.call(updateUser, { params: { id: agent.userId }, body });
    await expect(update({ email: `other.${++count}@office.test` })).rejects.toMatchObject({ code: 'sessions.prove_yourself' });
    expect(await update({ title: 'Advisor', email: agent.email })).toMatchObject({ title: 'Advisor' });
  });

  test('of an invited user’s e-mail mails the invitation to the new address', async () => {
    const office = await anOffice();
    const { id, email: first } = await invite(office);
    await mailsTo(server, first, 1); // a mail that waits goes to the address of then
    const email = `again.${process.pid}.${++count}@office.test`;
    await office.people.admin.call(updateUser, { params: { id }, body: { email } });
    expect(await mailsTo(server, email, 1)).toHaveLength(1);
  });

  test('of the manager makes no circle', async () => {
    const { people } = await aCompany(server, { admin: {}, manager: {}, field: { role: 'field_manager', under: 'manager' } });
    const under = (id: number, manager_id: number | null) =>
      people.admin.call(updateUser, { params: { id }, body: { manager_id } });
    await expect(under(people.manager.userId, people.field.userId)).rejects.toMatchObject({ code: 'users.circle' });
    await expect(under(people.manager.userId, people.manager.userId)).rejects.toMatchObject({ code: 'users.circle' });
    expect(await under(people.field.userId, null)).toMatchObject({ manager: null });
  });
});

describe('roles', () => {
  const rolesFor = async (client: Client, id: number) => (await client.call(listAssignableRoles, { params: { id } })).data;
  const give = (client: Client, id: number, role: Role) =>
    client.call(updateUserRoles, { params: { id }, body: { roles: [role] } });

  test('are those of the variant, none above one’s own', async () => {
    const { people } = await anOffice();
    const { admin, sub_admin, bu_admin, agent, west } = people;
    expect((await rolesFor(admin, agent.userId)).map(({ value }) => value)).not.toContain('pool_holder');
    expect((await rolesFor(sub_admin, agent.userId))[0]).toEqual({ value: 'sub_admin', label: 'Admin' });
    expect((await rolesFor(bu_admin, west.userId))[0]).toEqual({ value: 'bu_admin', label: 'Business unit admin' });
    await expect(give(sub_admin, agent.userId, 'admin')).rejects.toMatchObject({ status: 422 });
    await expect(give(sub_admin, sub_admin.userId, 'admin')).rejects.toMatchObject({ status: 422 });
    await expect(give(sub_admin, admin.userId, 'agent')).rejects.toMatchObject({ status: 403 });
    await expect(give(admin, agent.userId, 'pool_holder')).rejects.toMatchObject({ status: 422 });
  });

  test('are all listed for a filter, and those to give are marked', async () => {
    const { people } = await anOffice();
    const given = async (client: Client) =>
      (await client.call(listUserRoles, {})).data.map(({ label, can }) => (can.assign ? label : `(${label})`));
    expect((await given(people.admin)).slice(0, 5)).toEqual([
      'System admin',
      'Admin',
      'Business unit admin',
      'Manager',
      '(Regional manager)',
    ]);
    expect((await given(people.bu_admin)).slice(0, 4)).toEqual(['(System admin)', '(Admin)', 'Business unit admin', 'Manager']);
    await expect(given(people.manager)).rejects.toMatchObject({ status: 403 });
  });

  test('given, hold at the next call', async () => {
    const { people } = await anOffice();
    const { admin, agent } = people;
    expect(await give(admin, agent.userId, 'sub_admin')).toMatchObject({ account_type: 'sub_admin', role_name: 'Admin' });
    expect(await agent.call(getMe, {})).toMatchObject({ sub_admin: true, can: { 'users.manage': true } });
  });

  test('are never above the giver, nor taken from somebody above: every pair', async () => {
    const spec = Object.fromEntries([...allRoles.map((role) => [role, {}]), ['target', { role: 'agent' }]]);
    const { companyId, people } = await aCompany(server, spec as Record<Role | 'target', object>);
    const { userId } = people.target;
    const { db } = server.operator;
    const found: string[] = [];
    for (const by of ['admin', 'sub_admin', 'bu_admin'] as const)
      for (const from of allRoles)
        for (const to of allRoles) {
          await db
            .updateTable('users')
            .set({ role: from })
            .where('company_id', '=', companyId)
            .where('id', '=', userId)
            .execute();
          const { statusCode } = await send(server.app, people[by].headers, updateUserRoles, {
            params: { id: userId },
            body: { roles: [to] },
          });
          const may =
            allows(by, 'users.manage') &&
            !standsAbove(from, by) &&
            !standsAbove(to, by) &&
            rolesOf('standard').includes(to) &&
            to !== 'regional_manager';
          if ((statusCode === 200) !== may) found.push(`${by}: ${from} to ${to} answers ${statusCode}`);
        }
    expect(found).toEqual([]);
  });

  test('are not raised by the user', async () => {
    const { people } = await anOffice();
    for (const person of [people.sub_admin, people.bu_admin])
      await expect(give(person, person.userId, 'admin')).rejects.toMatchObject({ status: 422 });
    await expect(give(people.agent, people.agent.userId, 'admin')).rejects.toMatchObject({ status: 403 });
  });

  test('taken from a manager pass the people below on', async () => {
    const { people } = await aCompany(server, {
      admin: {},
      manager: {},
      field: { role: 'field_manager', under: 'manager' },
      agent: { under: 'field' },
    });
    await give(people.admin, people.field.userId, 'agent');
    expect(await people.admin.call(getUser, { params: { id: people.agent.userId } })).toMatchObject({
      manager: { id: people.manager.userId },
    });
  });

  test('leave the company one system admin', async () => {
    const { people } = await aCompany(server, { admin: {}, admin2: { role: 'admin' } });
    await give(people.admin, people.admin2.userId, 'agent');
    await expect(give(people.admin, people.admin.userId, 'agent')).rejects.toMatchObject({ code: 'users.last_admin' });
  });

  test('leave the company one system admin who can sign in: an invited one does not count yet', async () => {
    const office = await anOffice();
    await invite(office, { account_type: 'admin' });
    const { admin } = office.people;
    await expect(give(admin, admin.userId, 'agent')).rejects.toMatchObject({ code: 'users.last_admin' });
  });
});

test('every change is in the audit log, with its actor and both values', async () => {
  const office = await anOffice();
  const { admin } = office.people;
  const user = await invite(office);
  const byId = { params: { id: user.id } };
  await admin.call(updateUser, { ...byId, body: { title: 'Advisor', manager_id: office.people.manager.userId } });
  await admin.call(updateUser, { ...byId, body: { title: 'Advisor' } });
  await admin.call(updateUserRoles, { ...byId, body: { roles: ['manager'] } });
  await admin.call(inviteUser, byId);
  await admin.call(withdrawInvitation, byId);
  const { rows } = await sql<{ action: string; before: unknown; after: unknown; actor_id: number }>`
    select action, before, after, actor_id from audit_log where company_id = ${office.companyId} and of_id = ${user.id} order by id`.execute(
    server.operator.db,
  );
  expect(rows).toMatchObject([
    { action: 'users.invited', after: { email: user.email, role: 'agent' } },
    {
      action: 'users.changed',
      before: { title: '', manager_id: null },
      after: { title: 'Advisor', manager_id: office.people.manager.userId },
    },
    { action: 'users.role_changed', before: { role: 'agent' }, after: { role: 'manager' } },
    { action: 'users.invited_again' },
    { action: 'users.invitation_withdrawn', before: { email: user.email } },
  ]);
  expect(new Set(rows.map((row) => row.actor_id))).toEqual(new Set([admin.userId]));
});
