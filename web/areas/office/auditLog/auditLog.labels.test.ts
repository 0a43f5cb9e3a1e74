import { expect, test } from 'vitest';
import { fieldLabel, valueLabel } from './auditLog.labels.ts';

test('roles and ways of acting have the words of the screen', () => {
  expect(valueLabel('role', 'agent', 'recruiting')).toBe('Recruiter');
  expect(valueLabel('two_factor_roles', ['admin', 'bu_admin'], 'standard')).toBe('System admin, Business unit admin');
  expect(`${fieldLabel('login_type')}: ${valueLabel('login_type', 'logged_as_manager', 'standard')}`).toBe(
    'Acting as: a manager',
  );
  expect(valueLabel('name', 'agent', 'standard')).toBe('agent');
});
