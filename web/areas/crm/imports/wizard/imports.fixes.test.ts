import { expect, test } from 'vitest';
import { ImportForm, importTargets } from '#contract/imports.ts';
import { alike, answersOf, chooseAction, correct, uncorrect } from './imports.fixes.ts';

const form = ImportForm.parse({ fields: [{ column: 0, heading: 'Sex', field: 'gender' }] });
const reason = { field: 'gender', reason: 'The gender must be male, female or other' };
const u = { field: 'gender' as const, line: null, value: 'u', as: 'other' };

test('a reason has one choice, the last', () => {
  const rejected = chooseAction(form, reason, 'reject');
  const again = chooseAction(chooseAction(rejected, { ...reason, reason: 'Another' }, 'reject'), reason, 'drop');
  expect(again.wrong_values.choices).toEqual([
    { ...reason, reason: 'Another', action: 'reject' },
    { ...reason, action: 'drop' },
  ]);
  expect(form.wrong_values.choices).toEqual([]);
});

test('a value is corrected one way, everywhere and in one line apart', () => {
  const corrected = correct(correct(correct(form, u), { ...u, line: 7, as: 'male' }), { ...u, value: ' U', as: 'female' });
  expect(corrected.corrections).toEqual([
    { ...u, line: 7, as: 'male' },
    { ...u, value: ' U', as: 'female' },
  ]);
  expect(uncorrect(corrected, u).corrections).toEqual([{ ...u, line: 7, as: 'male' }]);
});

test('values alike are counted whatever their case', () => {
  const problem = { ...reason, count: 9, action: 'drop' as const, values: [{ value: 'U', count: 8 }], others: 1 };
  expect(alike(problem, 'u ')).toBe(8);
  expect(alike(problem, 'x')).toBe(1);
});

test('what a field can be is offered, and anything else is written', () => {
  const lists = {
    statuses: [{ title: 'New' }],
    sources: [],
    categories: [{ title: 'Life' }],
    customFields: [{ id: 3, type: 'choice' as const, choices: ['Gold'] }],
  };
  expect(answersOf('status', lists)).toEqual([{ value: 'New', label: 'New' }]);
  expect(answersOf('category', lists)).toEqual([{ value: 'Life', label: 'Life' }]);
  expect(answersOf('custom:3', lists)).toEqual([{ value: 'Gold', label: 'Gold' }]);
  expect(answersOf('birth_date', lists)).toBeNull();
  const offered = Object.keys(importTargets).filter((field) => answersOf(field, lists) !== null);
  expect(offered).toEqual(
    expect.arrayContaining(['gender', 'language', 'marital_status', 'tobacco_user', 'state', 'do_not_call']),
  );
});
