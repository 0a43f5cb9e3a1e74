import { z } from 'zod';
import { setting } from '#kernel/settings.ts';

export const unpaidDays = setting('phoneNumbers.unpaid_days', z.int().min(1).max(90), 14, {
  title: 'Days that an unpaid phone number is kept',
  about:
    'When a wallet does not cover the monthly rent of a number, its payer is told. After so many days the number is given up.',
  group: 'Texting',
  kind: 'number',
});
