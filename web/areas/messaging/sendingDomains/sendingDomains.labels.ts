import type { SendingRecordKind, SendingRecordState } from '#contract/sendingDomains.ts';
import type { Tone } from '#ui/Dot.tsx';

export const recordWords: Record<SendingRecordKind, { title: string; about: string; without: string }> = {
  dkim: {
    title: 'DKIM',
    about: 'The key with which receivers check that mail is yours.',
    without: 'Until it is right, mail goes out from the product’s own address, with answers to you.',
  },
  spf: {
    title: 'SPF',
    about:
      'Names the servers that may send mail of your domain. If you have such a record, add our part to it: two are one too many.',
    without: 'Some receivers take mail of your domain for forged.',
  },
  dmarc: {
    title: 'DMARC',
    about: 'Says what receivers do with forged mail. Gmail and Yahoo ask for it from everyone who sends much.',
    without: 'Gmail and Yahoo put marketing mail among spam, or refuse it.',
  },
  return_path: {
    title: 'Return path',
    about: 'The same as SPF, of the addresses to which mail comes back.',
    without: 'Receivers see that mail comes back to another domain than yours, and trust it less.',
  },
  reply: {
    title: 'Answers (MX)',
    about: 'Brings answers and mail that comes back into the product. Then set this name as reply domain under Settings.',
    without: 'Answers go to the users’ own mailboxes, and mail that comes back goes unnoticed.',
  },
};

export const recordStates: Record<SendingRecordState, { title: string; color: Tone }> = {
  right: { title: 'Right', color: 'green' },
  wrong: { title: 'Wrong', color: 'red' },
  missing: { title: 'Missing', color: 'yellow' },
  unknown: { title: 'Not checked', color: 'gray' },
};
