// What the company asks of its people's sign-in.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import { nameOfMe, useMe } from '../../app/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TabbedPage } from '../../ui/TabbedPage.tsx';
import { NetworkList } from './NetworkList.tsx';
import { SecurityRequirements } from './SecurityRequirements.tsx';
import type { SecurityTab } from './security.routes.tsx';

const others: Record<Exclude<SecurityTab, 'sso'>, { word: string; part: ComponentType }> = {
  requirements: { word: 'Requirements', part: SecurityRequirements },
  networks: { word: 'Networks', part: NetworkList },
};
/** Whoever points it at a provider of their own comes in as anybody: it is not every administrator's. */
const all: Record<SecurityTab, { word: string; part: ComponentType }> = {
  ...others,
  sso: {
    word: 'Single sign-on',
    part: lazy(() => import('../sso/SsoSettings.tsx').then(({ SsoSettings }) => ({ default: SsoSettings }))),
  },
};

export function SecurityPage() {
  const me = useMe();
  const { tab } = useSearch({ from: '/shell/admin/security' });
  const navigate = useNavigate({ from: '/admin/security' });
  const signsOn = me.can['sso.manage'];
  return (
    <TabbedPage
      title="Security"
      tabs={(signsOn ? all : others) as typeof all}
      tab={tab === 'sso' && !signsOn ? 'requirements' : tab}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true })}
      instead={
        me.impersonator ? (
          <EmptyState
            title={`This is for ${nameOfMe(me)} alone`}
            text="What guards the company’s accounts is changed by administrators as themselves."
          />
        ) : undefined
      }
    />
  );
}
