import { expect, test } from 'vitest';
import { keywordOf, soundsLikeStop } from './texting.words.ts';

test.each([
  [
    'stop',
    [
      'STOP',
      ' stop ',
      'Stop.',
      'stop!',
      '“STOP”',
      'STOPALL',
      'Stop  All',
      'end',
      'Quit',
      'cancel',
      'UNSUBSCRIBE',
      'revoke',
      'opt out',
      'OPTOUT',
      'ＳＴＯＰ',
      '\nstop\n',
    ],
  ],
  ['start', ['START', 'unstop', 'Start.']],
  ['help', ['HELP', 'info', 'Help!']],
  ['yes', ['YES', 'yes.']],
  [null, ['', 'stop texting me', 'please stop', 'yes please', 'stopp', 'the end', 'helpful', 'don’t stop', '🛑']],
] as const)('%s is an exact word', (keyword, bodies) => {
  for (const body of bodies) expect([body, keywordOf(body)]).toEqual([body, keyword]);
});

test('other words that may revoke wait for a person, and ordinary ones do not', () => {
  for (const body of [
    'Please stop',
    'stop texting me',
    'Don’t text me again',
    'remove me from your list',
    'No more texts',
    'I am not interested',
    'wrong number',
    'Take me off',
    'could you stop',
  ])
    expect([body, soundsLikeStop(body)]).toEqual([body, true]);
  for (const body of [
    'The bus stop is near',
    'Thursday works',
    'Call me at ten',
    'My plan ends in May',
    'I will stop by at noon',
    '',
  ])
    expect([body, soundsLikeStop(body)]).toEqual([body, false]);
});
