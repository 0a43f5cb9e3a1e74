// Puts the timeline's entries about answered forms into words.
import { IconPencil } from '@tabler/icons-react';
import type { Teller } from '#app/timelineTeller.ts';

export const captureTeller: Teller = {
  kind: 'forms',
  icon: IconPencil,
  tell: ({ changes }, nameOf) => ({
    summary: `answered the form ${changes.find(({ field }) => field === 'capture_form')?.after ?? ''}`.trim(),
    lines: changes.flatMap(({ field, before, after }) => {
      const [kind, id] = field.split(':');
      if (kind !== 'custom') return [];
      const [was, is] = [before, after].map(words);
      return `${nameOf('custom', Number(id)) ?? 'A deleted field'}: ${was && `${was} → `}${is || 'empty'}`;
    }),
  }),
};

// Not `answerWords`: the contact's page loads no labels of forms before its tab is opened.
const words = (value: unknown) => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value ?? ''));
