// The tabs of a contact's page, as its URL has them.
import { z } from 'zod';

export const contactTabs = ['timeline', 'details', 'notes'] as const;
export type ContactTab = (typeof contactTabs)[number];
export const ContactPageSearch = z.object({ tab: z.enum(contactTabs).default('timeline').catch('timeline') });
