import { expect, test } from 'vitest';
import { CustomFieldCreate } from '#contract/customFields.ts';
import { carriers, customFields, demoCompanies, sources, statuses, tags } from './companies.ts';

test('whoever is named in a company is in it, managers before their people', () => {
  for (const { users, pools, business_units } of demoCompanies) {
    const emails = users.map(({ email }) => email);
    for (const [index, user] of users.entries()) {
      expect(business_units).toContain(user.business_unit);
      if (user.manager) expect(emails.slice(0, index)).toContain(user.manager);
    }
    for (const pool of pools) {
      expect(emails).toEqual(expect.arrayContaining(pool.holders));
      if (pool.business_unit) expect(business_units).toContain(pool.business_unit);
    }
  }
});

test('logins and look-up names are unique', () => {
  const users = demoCompanies.flatMap((company) => company.users);
  const lists = [
    users.flatMap(({ email, username }) => [email, username]),
    statuses.map(({ title }) => title),
    sources.map(({ title }) => title),
    tags.map(({ name }) => name.toLowerCase()),
    [...carriers],
  ];
  for (const list of lists) expect(new Set(list).size).toBe(list.length);
  for (const field of customFields) expect(CustomFieldCreate.parse(field)).toEqual(field);
});
