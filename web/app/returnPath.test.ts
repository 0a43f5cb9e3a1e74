import { expect, test } from 'vitest';
import { returnPath } from './returnPath.ts';

test.each([
  '/contacts',
  '/contacts/7',
  '/contacts/7?tab=details',
  '/contacts?q=garcia&order=DESC',
  '/contacts?search=%5B%7B%22field%22:%22age%22%7D%5D#top',
  '/contacts?q=https://evil.example',
])('%s is gone back to', (path) => {
  expect(returnPath(path)).toBe(path);
});

test.each([
  undefined,
  '',
  '/',
  '/login',
  '/contactsx',
  '/admin/jobs',
  '//evil.example',
  '//evil.example/contacts',
  'https://evil.example/contacts',
  'javascript:alert(1)//contacts',
  '/contacts//evil.example',
  '/contacts/../../x',
  '/contacts/..',
  '/contacts/./x',
  '/contacts\\@evil.example',
  '/contacts\\..\\x',
  '/contacts@evil.example',
  '/contacts:80/x',
  '/contacts%2f..',
  '/contacts/%2e%2e/x',
  '/contacts%5c@evil.example',
  '/\\evil.example',
  '/contacts\n//evil.example',
  '/contacts\t/x',
  '/contacts?q=a\r\nx',
  '/contacts?q=\\\\evil.example',
  '/contacts?q=\u0000',
  '/contacts?q=\u2028',
  ' /contacts',
  `/contacts?q=${'a'.repeat(2000)}`,
  '/contacts\u00a0',
])('%j leads nowhere', (path) => {
  expect(returnPath(path)).toBeNull();
});
