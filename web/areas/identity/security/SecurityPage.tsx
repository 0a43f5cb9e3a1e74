// The company's sign-in requirements.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import { useMe } from '#app/session.ts';
import { TabbedPage } from '#ui/TabbedPage.tsx';
import { SecurityRequirements } from './SecurityRequirements.tsx';
import type { SecurityTab } from './security.routes.tsx';

type Tabs = Partial<Record<SecurityTab, { word: string; part: ComponentType }>>;
const requirements = { requirements: { word: 'Requirements', part: SecurityRequirements } };
/**
 * These settings could let their editor sign in as anyone or shut anyone out: not every administrator may
 * change them.
 */
const all: Tabs = {
  ...requirements,
  networks: {
    word: 'Networks',
    part: lazy(() => import('./NetworkList.tsx').then(({ NetworkList }) => ({ default: NetworkList }))),
  },
};
const withSso: Tabs = {
  ...all,
  sso: {
    word: 'Single sign-on',
    part: lazy(() => import('#web/areas/identity/sso/SsoSettings.tsx').then(({ SsoSettings }) => ({ default: SsoSettings }))),
  },
};

export function SecurityPage() {
  const me = useMe();
  const { tab } = useSearch({ from: '/shell/admin/security' });
  const navigate = useNavigate({ from: '/admin/security' });
  const tabs = !me.can['access.manage'] ? requirements : me.features.single_sign_on ? withSso : all;
  return (
    <TabbedPage
      title="Security"
      tabs={tabs as Required<Tabs>}
      tab={tab in tabs ? tab : 'requirements'}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true })}
    />
  );
}
