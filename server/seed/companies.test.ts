import { expect, test } from 'vitest';
import { starterLists } from '#areas/office/companies/companies.starters.ts';
import { CustomFieldCreate } from '#contract/customFields.ts';
import { variants } from '#contract/lookups.ts';
import { rolesOf } from '#contract/roles.ts';
import { demoCompanies } from './companies.ts';
import { carriers, customFields, tags } from './lookups.ts';

test('every person a company names is in it, its administrator first, managers before their people', () => {
  for (const { users, pools, business_units, variant } of demoCompanies) {
    expect(rolesOf(variant)).toEqual(expect.arrayContaining(users.map(({ role }) => role)));
    expect(users[0]).toMatchObject({ role: 'admin', business_unit: business_units[0] });
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
  const lists = [users.flatMap(({ email, username }) => [email, username]), [...carriers]];
  for (const variant of variants) {
    const { statuses, agentflowStatuses, sources, categories, tags: starterTags } = starterLists[variant];
    lists.push(
      statuses.map(({ title }) => title),
      agentflowStatuses.map(({ group, title }) => `${group}: ${title}`),
      [...sources],
      categories.map(({ title }) => title),
      [...starterTags, ...tags].map(({ name }) => name.toLowerCase()),
    );
  }
  for (const list of lists) expect(new Set(list).size).toBe(list.length);
  for (const field of customFields) expect(CustomFieldCreate.parse(field)).toEqual(field);
});
