import { expect, test } from 'vitest';
import { replyTokenOf } from './sends.replies.ts';

test('the address for answers fits a mailbox and needs no capital letters', () => {
  const token = replyTokenOf(2 ** 40, { id: 2 ** 40, secret: crypto.randomUUID() });
  expect(`r-${token}`.length).toBeLessThan(64);
  expect(token).toBe(token.toLowerCase());
});
