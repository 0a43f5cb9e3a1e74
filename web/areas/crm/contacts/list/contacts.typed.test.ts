import { expect, test } from 'vitest';
import type { ContactRow } from '#contract/contacts.ts';
import { fittingRows } from './contacts.typed.ts';

const row = (name: string, rest: Partial<ContactRow> = {}) =>
  ({ name, organization: '', email: null, phone: null, ...rest }) as unknown as ContactRow;
const rows = [
  row('Rosa Álvarez-Pons', { phone: '3055550142' }),
  row('Tom Boyd', { email: 'tom@rosarium.example' }),
  row('Ann Arosa', { organization: 'Rosewood' }),
];
const names = (text: string) => fittingRows(rows, text).map(({ name }) => name);

test('each word begins a word of the name, the organization or the address, without accents', () => {
  expect(names('ros')).toEqual(['Rosa Álvarez-Pons', 'Ann Arosa']);
  expect(names('ALVAREZ')).toEqual(['Rosa Álvarez-Pons']);
  expect(names('pons ro')).toEqual(['Rosa Álvarez-Pons']);
});

test('numbers and addresses fit anywhere', () => {
  expect(names('5550142')).toEqual(['Rosa Álvarez-Pons']);
  expect(names('@rosarium')).toEqual(['Tom Boyd']);
});

test('where nothing fits, or nothing is typed, all rows stay until the server answers', () => {
  expect(names('zebra')).toHaveLength(3);
  expect(names('  ')).toHaveLength(3);
});
