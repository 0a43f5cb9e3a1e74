// Acting as another user: what all calls of a permission refuse, the web does not offer.
import { expect, test } from 'vitest';
import { allEndpoints } from '#contract/index.ts';
import { notWhileActing, type Permission, permissions } from '#contract/permissions.ts';

test('a permission is on the list if every change by it is refused', () => {
  const refused = (Object.keys(permissions) as Permission[]).filter((name) => {
    const changes = allEndpoints.filter(({ endpoint }) => endpoint.permission === name && endpoint.method !== 'GET');
    return changes.length > 0 && changes.every(({ endpoint }) => 'oneself' in endpoint && endpoint.oneself);
  });
  expect(refused.toSorted()).toEqual([...notWhileActing].toSorted());
});
