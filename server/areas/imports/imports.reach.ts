// Phones and e-mail addresses: the cells that may hold several values.
import { z } from 'zod';
import { normalPhone } from '#contract/formats.ts';
import type { Setter } from './imports.contact.ts';
import { answerOf } from './imports.text.ts';

export function phones(type: 2 | 9): Setter {
  return (contact, cell) => {
    for (const said of answerOf(cell).split(severalValues)) {
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

/** `(305) 555-0142 ext. 7`, `3055550142.0`, `tel:+1-305-555-0142;ext=7` */
const withoutExtension = (said: string) =>
  said
    .replace(/^(?:tel|phone|cell|mobile|home|work|m|h|w|c)\s*[:.]\s*/i, '')
    .replace(/[\s,;]*(?:ext(?:ension|n)?|x|#)[\s.:=]*\d{1,6}$/i, '')
    .replace(/\.0+$/, '');
/** Google writes several values into one cell with ` ::: `, others with a semicolon, a slash or a bar. */
const severalValues = /\s*(?::::|\||\/|;(?!ext))\s*/;

export const emails: Setter = (contact, cell) => {
  for (const said of answerOf(cell).split(/\s*(?::::|[|;,])\s*/)) {
    const address = (/<([^<>]+)>\s*$/.exec(said)?.[1] ?? said)
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
const nobodysAddress = /^(?:no(?:ne|email)?|n\/a)(?:@(?:none|no|noemail|email|n\/a)(?:\.com)?)?$/;
