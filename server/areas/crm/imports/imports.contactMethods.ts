// Phones and e-mail addresses: the cells that may hold several values.
import { z } from 'zod';
import { normalPhone } from '#contract/kit/formats.ts';
import type { Setter } from './imports.contact.ts';
import { answerOf, tooLong } from './imports.text.ts';

export function phones(type: 2 | 9): Setter {
  return (contact, cell) => {
    const answer = answerOf(cell);
    if (answer.length > longest) return tooLong(longest);
    let wrong: string | null = null; // the others of the cell are taken all the same
    for (const said of answer.split(severalPhones)) {
      if (/^[0\s()-]*$/.test(said)) continue;
      const number = normalPhone(withoutExtension(wholeNumber(said)));
      if (number === '') wrong ??= isRounded(said) ? rounded : 'This is not a US phone number';
      else if (contact.phones.some((phone) => phone.number === number)) continue;
      else if (contact.phones.length === 10) return 'There are more than ten phone numbers';
      else contact.phones.push({ type, number });
    }
    return wrong;
  };
}

export const emails: Setter = (contact, cell) => {
  const answer = answerOf(cell);
  if (answer.length > longest) return tooLong(longest);
  let wrong: string | null = null;
  for (const said of addressesIn(answer)) {
    const address = said
      .replace(/^mailto:/i, '')
      .replace(/\?.*$/, '')
      .trim()
      .toLowerCase();
    if (address === '' || nobodysAddress.test(address)) continue;
    if (address.length > 254 || !z.regexes.email.test(address)) wrong ??= 'This is not an e-mail address';
    else if (contact.emails.some((email) => email.address === address)) continue;
    else if (contact.emails.length === 10) return 'There are more than ten e-mail addresses';
    else contact.emails.push({ address, state: 'unverified' });
  }
  return wrong;
};

const longest = 1000;

/** Google writes several values into one cell with ` ::: `, others with a comma, a semicolon, a slash or a bar. */
const severalPhones = /\s*(?::::|[|/]|[,;](?!\s*(?:ext|x)))\s*/;

/** A spreadsheet's numbers in digits: `3055550142.0`, `3.055550142E9`. */
function wholeNumber(said: string): string {
  const found = shortForm.exec(said);
  if (!found || isRounded(said)) return said.replace(/^(\+?\d+)\.0*$/, '$1');
  const digits = `${found[1]}${found[2]}`;
  const length = Number(found[4]) + 1;
  return /[1-9]/.test(digits.slice(length)) ? said : digits.slice(0, length).padEnd(length, '0');
}

const shortForm = /^(\d)(?:\.(\d*))?e(\+?)(\d{1,2})$/i;

/** With a plus, as Excel shows them, the digits that are not there are unknown; without one, as programs write them, they are zeros. */
function isRounded(said: string): boolean {
  const [, first = '', rest = '', plus = '', exponent = ''] = shortForm.exec(said) ?? [];
  return plus !== '' && first.length + rest.length <= Number(exponent);
}

const rounded = 'A spreadsheet rounded this number. Format its column as text there and save the file again';

/** `(305) 555-0142 ext. 7`, `tel:+1-305-555-0142;ext=7` */
const withoutExtension = (said: string) =>
  said
    .replace(/^(?:tel|phone|cell|mobile|home|work|m|h|w|c)\s*[:.]\s*/i, '')
    .replace(/[\s,;]*(?:ext(?:ension|n)?|x|#)[\s.:=]*\d{1,6}$/i, '');

/** `Alvarez, Rosa <rosa@example.com>`, `Rosa (rosa@example.com)`, or addresses alone. */
function addressesIn(answer: string): string[] {
  const inBrackets = Array.from(answer.matchAll(/[<(]([^<>()\s]+@[^<>()\s]+)[>)]/g), ([, address = '']) => address);
  return inBrackets.length > 0 ? inBrackets : answer.split(/\s*(?::::|[|;,])\s*/);
}

/** Placeholders that people type where a form insists on an address. */
const nobodysAddress = /^(?:no(?:ne|email)?|n\/a)(?:@(?:none|no|noemail|email|n\/a)(?:\.com)?)?$/;
