import { z } from 'zod';
import { setting } from '#kernel/settings.ts';

export const recordAll = setting('calls.record_all', z.boolean(), false, {
  title: 'Record every call to a number',
  about: 'Recording begins when the other side answers, after both have heard that the call is recorded.',
  group: 'Calls',
  kind: 'boolean',
});
