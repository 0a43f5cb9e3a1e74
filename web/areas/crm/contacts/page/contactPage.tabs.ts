// The tabs of a contact's page, as its URL has them.
import type { SearchSchemaInput } from '@tanstack/react-router';
import { tabSearch, written } from '#app/parsers.ts';
import type { TimelineFilter } from './contactPage.api.ts';

export const contactTabs = [
  'timeline',
  'details',
  'messages',
  'events',
  'mails',
  'policies',
  'files',
  'recordings',
  'prescriptions',
  'forms',
  'notes',
  'transfers',
] as const;
export type ContactTab = (typeof contactTabs)[number];

export const validContactPageSearch = tabSearch(contactTabs);

export const validPrintSearch = (said: Partial<TimelineFilter> & SearchSchemaInput): TimelineFilter => ({
  q: written(100)(said.q) ?? '',
  kind: written(40)(said.kind) ?? '',
  actor: written(15)(said.actor) ?? '',
});
