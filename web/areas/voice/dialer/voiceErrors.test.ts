// Each code of the spec's catalogue has a name and a message, and an unknown one becomes the unknown error.
import { expect, test } from 'vitest';
import { failures, isTokenError, moreMinutes, results, voiceErrorCodes, voiceErrorOf } from './voiceErrors.ts';

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, step) => first + step);
const codes = [
  ...[20101, 20104, 20151, 31000, 31001, 31002, 31003, 31005, 31008, 31009],
  ...from(31100, 31107),
  ...from(31201, 31212),
  ...[31400, 31401, 31402, 31404, 31480, 31486, 31603, 53000, 53001, 53400, 53402, 53405],
];

test.each(codes)('%i has a name and a message', (code) => {
  const error = voiceErrorOf({ code, message: 'of the library' });
  expect(error.code).toBe(code);
  expect(error.name).toMatch(/^[A-Z]/);
  expect(error.message).toMatch(/^[A-Z].{10}/);
});

test('the catalogue has no other codes', () => {
  expect([...voiceErrorCodes].sort()).toEqual([...codes].sort());
});

test.each([[{ code: 12 }], [{ code: 'x' }], [new Error('lost')], [null], ['lost'], [{}]])('%j is the unknown error', (error) => {
  expect(voiceErrorOf(error)).toMatchObject({ code: 31000, name: 'Unknown error' });
});

test('the codes of the spec say what they say there', () => {
  expect(voiceErrorOf({ code: 31009 }).message).toBe('No transport available to send or receive messages');
  expect(voiceErrorOf({ code: 31486 }).name).toBe('Busy');
  expect(voiceErrorOf({ code: 31603 }).name).toBe('Declined');
});

test('errors of the token ask for another token', () => {
  expect(voiceErrorCodes.filter(isTokenError)).toEqual([20101, 20104, 20151, 31201, 31202, 31204, 31205]);
});

test('what could not be done is said in the words of the spec', () => {
  expect(Object.values(failures)).toEqual([
    'Unable to initialize dialer',
    'Unable to initialize interactivity',
    'Unable to initialize device',
    'Unable to initialize device events',
    'Unable to initialize outbound call',
    'Unable to initialize outbound call events',
    'Unable to initialize inbound call',
    'Unable to initialize inbound call events',
    'Unable to initialize call',
    'Unable to hangup',
    'Unable to update number',
  ]);
  expect(Object.values(results)).toEqual([
    'No valid device ready',
    'No valid call ready',
    'Invlaid phone number',
    'Over minutes allocated',
  ]);
  expect(moreMinutes).toBe('Please request additional minutes from your manager.');
});
