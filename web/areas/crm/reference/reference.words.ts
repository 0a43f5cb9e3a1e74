import type { officeTypes } from '#contract/reference.ts';

export const officeWords: Record<(typeof officeTypes)[number], string> = { main: 'Main office', branch: 'Branch' };
