import type { CustomField } from '#contract/customFields.ts';

export const typeWords: Record<CustomField['type'], string> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  boolean: 'Yes or no',
  choice: 'One of a list',
};
