// The office's settings for imports.
import { z } from 'zod';
import { setting } from '#kernel/settings.ts';

/** After how many days a draft that somebody changed is removed. */
export const draftDays = setting('imports.draft_days', z.int().min(1).max(90), 7, {
  title: 'Days that an import draft is kept',
  about: 'A prepared import that nobody starts is removed after so many days.',
  group: 'Imports',
  kind: 'number',
  unit: 'days',
});
