// Tells the checks of a contact's e-mail addresses in its timeline.
import { IconMailCheck } from '@tabler/icons-react';
import type { Teller } from '#app/timelineTeller.ts';
import { emailStateWords } from '../contacts.labels.ts';

export const emailTeller: Teller = {
  kind: 'emails',
  icon: IconMailCheck,
  tell({ changes }) {
    const { email, email_state: state } = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
    if (state === 'verified') return { summary: `marked ${email} as verified`, lines: [] };
    const words = emailStateWords[state as keyof typeof emailStateWords] ?? String(state);
    return { summary: `checked ${email}: ${words.toLowerCase()}`, lines: [] };
  },
};
