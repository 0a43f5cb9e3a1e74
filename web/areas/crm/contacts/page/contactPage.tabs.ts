// The tabs of a contact's page, as its URL has them.
import { tabSearch } from '#app/reading.ts';

export const contactTabs = ['timeline', 'details', 'policies', 'prescriptions', 'notes', 'transfers'] as const;
export type ContactTab = (typeof contactTabs)[number];

export const validContactPageSearch = tabSearch(contactTabs);
