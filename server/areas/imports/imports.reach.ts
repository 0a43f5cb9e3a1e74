// Phones and e-mail addresses: the cells that may hold several values.
import { z } from 'zod';
import { normalPhone } from '#contract/formats.ts';
import type { Setter } from './imports.contact.ts';
import { answerOf, tooLong } from './imports.text.ts';

export function phones(type: 2 | 9): Setter {
  return (contact, cell) => {
    const answer = answerOf(cell);
    if (answer.length > longest) return tooLong(longest);
    for (const said of answer.split(severalPhones)) {
      if (/^[0\s()-]*$/.test(said)) continue;
      const number = normalPhone(withoutExtension(said));
      if (number === '') return 'This is not a US phone number';
      if (contact.phones.some((phone) => phone.number === number)) continue;
      if (contact.phones.length === 10) return 'There are more than ten phone numbers';
      contact.phones.push({ type, number });
    }
    return null;
  };
}

export const emails: Setter = (contact, cell) => {
  const answer = answerOf(cell);
  if (answer.length > longest) return tooLong(longest);
  for (const said of addressesIn(answer)) {
    const address = said
      .replace(/^mailto:/i, '')
      .replace(/\?.*$/, '')
      .trim()
      .toLowerCase();
    if (address === '' || nobodysAddress.test(address)) continue;
    if (address.length > 254 || !z.regexes.email.test(address)) return 'This is not an e-mail address';
    if (contact.emails.some((email) => email.address === address)) continue;
    if (contact.emails.length === 10) return 'There are more than ten e-mail addresses';
    contact.emails.push({ address, state: 'unverified' });
  }
  return null;
};

const longest = 1000;

/** Google writes several values into one cell with ` ::: `, others with a comma, a semicolon, a slash or a bar. */
const severalPhones = /\s*(?::::|[|/]|[,;](?!\s*(?:ext|x)))\s*/;

/** `(305) 555-0142 ext. 7`, `3055550142.0`, `tel:+1-305-555-0142;ext=7` */
const withoutExtension = (said: string) =>
  said
    .replace(/^(?:tel|phone|cell|mobile|home|work|m|h|w|c)\s*[:.]\s*/i, '')
    .replace(/[\s,;]*(?:ext(?:ension|n)?|x|#)[\s.:=]*\d{1,6}$/i, '')
    .replace(/\.0+$/, '');

/** `Alvarez, Rosa <rosa@example.com>`, `Rosa (rosa@example.com)`, or addresses alone. */
function addressesIn(answer: string): string[] {
  const inBrackets = Array.from(answer.matchAll(/[<(]([^<>()\s]+@[^<>()\s]+)[>)]/g), ([, address = '']) => address);
  return inBrackets.length > 0 ? inBrackets : answer.split(/\s*(?::::|[|;,])\s*/);
}

/** What people write where a form insists on an address. */
const nobodysAddress = /^(?:no(?:ne|email)?|n\/a)(?:@(?:none|no|noemail|email|n\/a)(?:\.com)?)?$/;
