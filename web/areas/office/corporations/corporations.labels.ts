import type { CorporationType } from '#contract/corporationLists.ts';

export const typeWords: Record<CorporationType, string> = { agency: 'Agency', carrier: 'Carrier', partner: 'Partner' };
