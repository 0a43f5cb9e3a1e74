import pg from 'pg';
import { expect, test } from 'vitest';
import { constraintOf } from './database.ts';

const broken = (message: string, constraint?: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), constraint && { constraint });

test('a broken constraint is known by its name, on one machine and on a shard of a cluster', () => {
  const message = (name: string) => `duplicate key value violates unique constraint "${name}"`;
  expect(constraintOf(broken(message('networks_company_id_network_key'), 'networks_company_id_network_key'))).toBe(
    'networks_company_id_network_key',
  );
  expect(constraintOf(broken(message('networks_company_id_network_key_102134')))).toBe('networks_company_id_network_key');
  expect(constraintOf(broken(message('networks_company_id_network_key_102134'), ''))).toBe('networks_company_id_network_key');
  expect(constraintOf(broken('deadlock detected'))).toBeUndefined();
});
