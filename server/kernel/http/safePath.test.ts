import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safePath } from './safePath.ts';

const origins = ['https://crm.example.com', 'http://localhost:3000'];

describe('a path of our own', () => {
  test.each([
    '/',
    '/contacts',
    '/contacts/42?tab=details',
    '/contacts?q=a%2Fb%5Cc&order=DESC#top',
    '/account/profile?tab=two_factor',
    '/imports/new',
  ])('%s is kept', (path) => expect(safePath(path)).toBe(path));

  test('is written as a header can carry it', () => {
    expect(safePath('/contacts?q=Núñez')).toBe('/contacts?q=N%C3%BA%C3%B1ez');
  });
});

describe('an address elsewhere', () => {
  test.each([
    undefined,
    null,
    42,
    '',
    'contacts',
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/%2fevil.example',
    '/%2F/evil.example',
    '/%5cevil.example',
    '/%5C%5Cevil.example',
    '/%252f%252fevil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/./\\evil.example',
    '/a/..//evil.example',
    '/a//evil.example',
    'javascript:alert(1)',
    '/javascript:alert(1)',
    'data:text/html,x',
    '/@evil.example',
    '/contacts\r\nset-cookie: token=x',
    '/contacts?q=\\evil',
    `/${'a'.repeat(2001)}`,
  ])('%j becomes the start', (path) => expect(safePath(path)).toBe('/'));
});

/** The characters of forged addresses, more often than by chance. */
const crafted = fc.array(
  fc.oneof(
    fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '%09',
      '%0a',
      '\t',
      '\n',
      '\r',
      '\0',
      '@',
      ':',
      '?',
      '#',
      '&',
      ' ',
      '。',
      'evil.example',
    ),
    fc.constantFrom('http:', 'javascript:', 'contacts', 'é', '\u2028', '\ud800'),
    fc.string({ unit: 'binary', maxLength: 4 }),
  ),
  { maxLength: 12 },
);

test('whatever is asked for, the browser stays where it is, and its path never reads as another host', () => {
  fc.assert(
    fc.property(crafted, fc.boolean(), (parts, rooted) => {
      const path = safePath((rooted ? '/' : '') + parts.join(''));
      for (const origin of origins) {
        const url = new URL(path, origin);
        expect(url.origin).toBe(origin);
        expect(url.pathname).not.toMatch(/\/\/|\\|%/);
        expect(url.pathname + url.search + url.hash).toBe(path);
      }
      expect(path).toMatch(/^\/[\x21-\x7e]*$/);
      expect(safePath(path), 'again').toBe(path);
    }),
    { numRuns: 3000 },
  );
});
