import type { SearchSchemaInput } from '@tanstack/react-router';
import { oneOf } from '../../app/reading.ts';

export const accountTabs = ['profile', 'password', 'two_factor', 'sessions'] as const;
export type AccountTab = (typeof accountTabs)[number];

export const validAccountSearch = (said: { tab?: AccountTab } & SearchSchemaInput): { tab: AccountTab } => ({
  tab: oneOf(accountTabs)(said.tab) ?? 'profile',
});
