// People and programs open mails and follow links.
import { expect, test } from 'vitest';
import { isMachine } from './sends.machines.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const asked = { kind: 'opened', device: firefox, isHead: false, since: 60_000 } as const;

test.each([
  ['a person', asked, false],
  ['a person, of a mail whose fate is unknown', { ...asked, since: null }, false],
  [
    'a person who opens it in Gmail',
    { ...asked, device: 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)' },
    false,
  ],
  ['Apple’s proxy', { ...asked, device: 'Mozilla/5.0' }, true],
  ['a person whose program says as little, at a link', { ...asked, kind: 'clicked', device: 'Mozilla/5.0' }, false],
  [
    'Gmail’s look ahead',
    {
      ...asked,
      device:
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0',
    },
    true,
  ],
  ['a scanner within a second', { ...asked, kind: 'clicked', since: 900 }, true],
  ['a scanner that only asks for the headers', { ...asked, isHead: true }, true],
  ['a program without a name', { ...asked, device: '' }, true],
  ['a script', { ...asked, device: 'python-requests/2.32' }, true],
  ['a search robot', { ...asked, device: 'Mozilla/5.0 (compatible; bingbot/2.0)' }, true],
] as const)('%s', (_, what, expected) => {
  expect(isMachine(what)).toBe(expected);
});
