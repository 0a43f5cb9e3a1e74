// A year of campaigns, day by day, against a model in plain code: both changes of clocks, a leap day, outages, statuses that change.
import { beforeAll, expect, test } from 'vitest';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { createCampaignTrigger, updateCampaignTrigger } from '#contract/campaigns.ts';
import { createEmail } from '#contract/emails.ts';
import { runCampaigns } from '#tests/support/campaigns.ts';
import { aMailDoc } from '#tests/support/examples.emails.ts';
import { aCompany, aContact, aStatus } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { addDays, birthDatesOf } from './campaigns.days.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});

const births = ['1960-02-29', '1963-02-28', '1963-03-01', '1962-12-31', '1963-03-14', '1962-11-07', '1962-06-30', '1963-01-01'];
/** By the numbers of the contact and the day: the same in every run. */
const random = (...numbers: number[]) => numbers.reduce((sum, each) => (sum * 31 + each * 17 + 7) % 1009, 1);

test('over a year each contact that is due gets each message exactly once', async () => {
  const { companyId, people } = await aCompany(server, { admin: {} });
  const { admin } = people;
  const { db } = server.operator;
  const [lead, client] = [await aStatus(server, companyId, 'Lead'), await aStatus(server, companyId, 'Client')];
  const contacts = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const birth_date = births[index % births.length] as string;
      const id = await aContact(server, companyId, {
        owner_id: admin.userId,
        birth_date,
        email: `c${index}@example.com`,
        state: ['FL', 'CA', 'HI', 'AZ'][index % 4],
        status_id: lead,
      });
      const renewal_date = addDays('2027-03-10', random(index) % 360);
      await insertId(db, 'policies', {
        company_id: companyId,
        contact_id: id,
        kind: 'policy',
        status: 'in_force',
        renewal_date,
      });
      return { id, index, birth_date, renewal_date, since: null as string | null };
    }),
  );
  const { id: email } = await admin.call(createEmail, { body: { name: 'Hi', subject: 'Hi', doc: aMailDoc('Hi') } });
  const start = async (body: object) => {
    const { id } = await admin.call(createCampaignTrigger, {
      body: { name: JSON.stringify(body).slice(0, 90), category: 'service', all_email_ids: [email], ...body },
    });
    await admin.call(updateCampaignTrigger, { params: { id }, body: { compliant: true, enabled: true } });
    return id;
  };
  const first = '2027-03-10';
  const ids = {
    birthday: await start({ recurrence: 'birthday', hour: 12, zone: 'recipient' }),
    turning: await start({ recurrence: 'turning_65', days: 30, hour: 2 }),
    renewal: await start({ recurrence: 'policy_renewal', days: 7, hour: 9 }),
    status: await start({ recurrence: 'while_status', days: 10, hour: 9, status_ids: [lead] }),
  };
  await db
    .updateTable('campaign_triggers')
    .set({ next_day: first, next_at: `${first}T00:00:00Z` })
    .where('company_id', '=', companyId)
    .execute();

  const expected = new Set<string>();
  const inStatus = new Map(contacts.map(({ id }) => [id, true]));
  for (let day = first, number = 0; day < '2028-03-10'; day = addDays(day, 1), number++) {
    const moved = contacts.filter(({ index }) => random(index, number) % 97 === 0);
    for (const { id } of moved) {
      inStatus.set(id, !inStatus.get(id));
      await db
        .updateTable('contacts')
        .set({ status_id: inStatus.get(id) ? lead : client })
        .where('id', '=', id)
        .execute();
    }
    // Every ninth day nobody looks until the next: what is due then comes late, but once; a birthday is left out.
    const isOut = number % 9 === 8;
    for (const contact of contacts) {
      const { id, birth_date, renewal_date } = contact;
      contact.since = inStatus.get(id) ? (contact.since ?? day) : null;
      const ages = [Number(day.slice(0, 4)) - Number(birth_date.slice(0, 4))];
      if (!isOut && birthDatesOf(day, ages).includes(birth_date)) expected.add(`trigger:${ids.birthday}:${day} ${id}`);
      if (birthDatesOf(addDays(day, 30), [65]).includes(birth_date)) expected.add(`trigger:${ids.turning}:${day} ${id}`);
      if (renewal_date === addDays(day, 7)) expected.add(`trigger:${ids.renewal}:${day} ${id}`);
      const passed = contact.since ? (Date.parse(day) - Date.parse(contact.since)) / 86_400_000 : 0;
      if (passed > 0 && passed % 10 === 0) expected.add(`trigger:${ids.status}:${day} ${id}`);
    }
    if (isOut) {
      // The late look is the next morning, before anything changes.
      await runCampaigns(server, companyId, new Date(`${addDays(day, 1)}T05:30:00Z`));
    } else
      for (const hour of number % 3 === 0 ? ['17:30', '23:30'] : ['17:30'])
        await runCampaigns(server, companyId, new Date(`${day}T${hour}:00Z`));
  }
  const rows = await db.selectFrom('messages').select(['once_key', 'once_contact']).where('company_id', '=', companyId).execute();
  expect(rows.map(({ once_key, once_contact }) => `${once_key} ${once_contact}`).toSorted()).toEqual([...expected].toSorted());
  for (const id of Object.values(ids)) expect([...expected].some((each) => each.startsWith(`trigger:${id}:`))).toBe(true);
  const clocks = await db
    .selectFrom('messages')
    .select(['once_key', 'due_at'])
    .where('company_id', '=', companyId)
    .where('once_key', 'like', `trigger:${ids.birthday}:%`)
    .execute();
  // Noon in Honolulu is 10 pm in UTC; the day began at noon in New York.
  expect(clocks.some(({ due_at }) => new Date(due_at).toISOString().slice(11, 16) === '22:00')).toBe(true);
}, 240_000);
