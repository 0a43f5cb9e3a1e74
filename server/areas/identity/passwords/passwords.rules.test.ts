import { describe, expect, test } from 'vitest';
import type { PasswordOwner } from './passwords.queries.ts';
import { isCommon, isMadeOfNames, mustBeGood } from './passwords.rules.ts';
import { hashPassword } from './passwords.service.ts';

const rosa: PasswordOwner = {
  id: 1,
  email: 'rosa.alvarez@harbor.test',
  first_name: 'Rosa',
  last_name: 'Álvarez-Bo',
  company: 'Harbor Benefits',
  password_hash: null,
};

describe('a common password', () => {
  test.each([
    'password1',
    'PASSWORD123',
    '1234567890',
    'qwertyuiop',
    'Sunshine2024',
    'iloveyou!!!!',
    'ｐａｓｓｗｏｒｄ１２',
    'aaaaaaaaaaaaaaa',
    '1212121212121212',
  ])('%s is one', (password) => {
    expect(isCommon(password)).toBe(true);
  });
  test.each([
    'seven herons over the bay',
    'correct horse battery staple',
    'пароль для Розы',
    '合言葉合言葉海鳥七羽',
    'sunshine on the 9th pier',
  ])('%s is none', (password) => {
    expect(isCommon(password)).toBe(false);
  });
});

describe('a password made of names', () => {
  test.each([
    'rosa.alvarez@harbor.test',
    'Rosa.Alvarez1959',
    'rosaalvarez!!',
    'ÁLVAREZ-BO-99',
    'harborbenefits',
    'Harbor Benefits 1',
    'Steward-2026',
    'rosa rosa rosa',
  ])('%s is refused', (password) => {
    expect(isMadeOfNames(password, rosa)).toBe(true);
  });
  test.each(['rosa counts seven herons', 'a harbor without any boats', 'seven herons over the bay', '!!!!@@@@####'])(
    '%s is enough besides',
    (password) => {
      expect(isMadeOfNames(password, rosa)).toBe(false);
    },
  );
  test('names of nobody refuse nothing', () => {
    expect(isMadeOfNames('seven herons', { ...rosa, email: '@', first_name: '', last_name: '王', company: '' })).toBe(false);
  });
});

test('the password that one has is refused, and the error is the field’s', async () => {
  const owner = { ...rosa, password_hash: await hashPassword('seven herons over the bay') };
  await expect(mustBeGood(owner, 'seven herons over the bay')).rejects.toMatchObject({
    code: 'invalid',
    details: { errors: { password: ['This is your current password. Choose another'] } },
  });
  await expect(mustBeGood(owner, 'eight herons over the bay')).resolves.toBeUndefined();
});
