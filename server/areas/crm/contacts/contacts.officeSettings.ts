// The office's settings for contacts.
import { z } from 'zod';
import { setting } from '#kernel/settings.ts';

/** After how many days a deleted contact is erased. At least as long as a bulk action can be undone. */
export const retentionDays = setting('contacts.retention_days', z.int().min(90).max(3_650), 365, {
  title: 'Days that deleted contacts are kept',
  about: 'Until then you can restore a deleted contact. After that it is erased for good, with its notes and its history.',
  group: 'Contacts',
  kind: 'number',
  unit: 'days',
});
