// Limits of the company's messages: rules, do-not-call lists, suppressed addresses, the postal address.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import { useUpdate } from '#app/cable.ts';
import { invalidate } from '#app/queries.ts';
import { getComplianceState, listComplianceRules } from '#contract/complianceRules.ts';
import { listDoNotCallLists, listSuppressions } from '#contract/suppressions.ts';
import { TabbedPage } from '#ui/TabbedPage.tsx';
import type { ComplianceTab } from './compliance.routes.tsx';

const tabs: Record<ComplianceTab, { word: string; part: ComponentType }> = {
  rules: { word: 'Rules', part: lazy(() => import('./RuleTab.tsx').then(({ RuleTab }) => ({ default: RuleTab }))) },
  lists: {
    word: 'Do-not-call lists',
    part: lazy(() => import('./DoNotCallTab.tsx').then(({ DoNotCallTab }) => ({ default: DoNotCallTab }))),
  },
  suppressed: {
    word: 'Suppressed addresses',
    part: lazy(() => import('./SuppressionTab.tsx').then(({ SuppressionTab }) => ({ default: SuppressionTab }))),
  },
  address: {
    word: 'Postal address',
    part: lazy(() => import('./PostalAddressTab.tsx').then(({ PostalAddressTab }) => ({ default: PostalAddressTab }))),
  },
};

export function CompliancePage() {
  const { tab } = useSearch({ from: '/shell/admin/compliance' });
  const navigate = useNavigate({ from: '/admin/compliance' });
  useUpdate(
    'compliance.changed',
    () => void invalidate(listComplianceRules, getComplianceState, listDoNotCallLists, listSuppressions),
  );
  return (
    <TabbedPage
      title="Compliance"
      tabs={tabs}
      tab={tab}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true })}
    />
  );
}
