// What the timeline says of answered forms.
import { IconForms } from '@tabler/icons-react';
import type { Teller } from '#app/telling.ts';
import type { CustomFieldValue } from '#contract/customFields.ts';
import { answerWords } from './dataCapture.labels.ts';

export const captureTeller: Teller = {
  kind: 'forms',
  icon: IconForms,
  tell: ({ changes }, nameOf) => ({
    summary: `answered the form ${changes.find(({ field }) => field === 'capture_form')?.after ?? ''}`.trim(),
    lines: changes.flatMap(({ field, before, after }) => {
      const [kind, id] = field.split(':');
      if (kind !== 'custom') return [];
      const [was, is] = [before, after].map((value) => answerWords(value as CustomFieldValue));
      return `${nameOf('custom', Number(id)) ?? 'A deleted field'}: ${was && `${was} → `}${is || 'empty'}`;
    }),
  }),
};
