// The tabs of a contact's page, as its URL has them.
import type { SearchSchemaInput } from '@tanstack/react-router';
import { oneOf } from '../../app/reading.ts';

export const contactTabs = ['timeline', 'details', 'notes'] as const;
export type ContactTab = (typeof contactTabs)[number];

export const validContactPageSearch = (said: { tab?: ContactTab } & SearchSchemaInput): { tab: ContactTab } => ({
  tab: oneOf(contactTabs)(said.tab) ?? 'timeline',
});
