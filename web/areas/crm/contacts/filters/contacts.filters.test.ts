import { expect, test } from 'vitest';
import type { Filter } from '#contract/contactsScope.ts';
import { choiceOf, filterWords, isComplete, newFilter } from './contacts.filters.ts';

const names: Record<string, string> = { 1: 'New', 2: 'Quoted', 3: 'Sold', 4: 'Lost' };
const words = (filter: Filter) => {
  const choice = choiceOf(
    filter.field,
    [{ id: 7, name: 'Best time', type: 'choice', choices: ['Noon'], position: 0 }],
    [{ id: 3, name: 'Intake' }],
  );
  if (!choice) throw new Error(`no field ${filter.field}`);
  return filterWords(filter, choice, (value) => names[value] ?? String(value));
};

test('a filter reads as a sentence', () => {
  expect(words({ field: 'status', operator: 'any_of', value: [1] })).toBe('Status is New');
  expect(words({ field: 'status', operator: 'any_of', value: [1, 2, 3, 4] })).toBe('Status is any of New, Quoted and 2 more');
  expect(words({ field: 'birth_date', operator: 'between', value: ['1960-01-01', '1961-12-31'] })).toBe(
    'Birth date between 01/01/1960 and 12/31/1961',
  );
  expect(words({ field: 'created_at', operator: 'in_last', value: 7 })).toBe('Created in the last 7 days');
  expect(words({ field: 'age', operator: 'turns_in', value: [65, 90] })).toBe('Turns 65 in the next 90 days');
  expect(words({ field: 'phone', operator: 'is', value: '3055550142' })).toBe('Phone is (305) 555-0142');
  expect(words({ field: 'email', operator: 'is_empty', value: null })).toBe('E-mail is empty');
  expect(words({ field: 'do_not_call', operator: 'is', value: false })).toBe('Not: do not call');
  expect(words({ field: 'captured:3', operator: 'in_last', value: 7 })).toBe('Form Intake answered in the last 7 days');
  expect(words({ field: 'custom:7', operator: 'any_of', value: ['Noon'] })).toBe('Best time is Noon');
});

test('a filter counts once it says something', () => {
  const status = choiceOf('status', [], []);
  expect(status && isComplete(newFilter(status))).toBe(false);
  expect(isComplete({ field: 'age', operator: 'between', value: [60, ''] })).toBe(false);
  expect(isComplete({ field: 'age', operator: 'between', value: [60, 65] })).toBe(true);
  expect(isComplete({ field: 'tags', operator: 'is_empty', value: null })).toBe(true);
});
