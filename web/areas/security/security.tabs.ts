import type { SearchSchemaInput } from '@tanstack/react-router';
import { oneOf } from '../../app/reading.ts';

export const securityTabs = ['requirements', 'networks', 'sso'] as const;
export type SecurityTab = (typeof securityTabs)[number];

export const validSecuritySearch = (said: { tab?: SecurityTab } & SearchSchemaInput): { tab: SecurityTab } => ({
  tab: oneOf(securityTabs)(said.tab) ?? 'requirements',
});
