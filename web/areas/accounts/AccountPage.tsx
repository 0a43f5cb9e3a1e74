// One's own account: who one is, and how one signs in.
import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { nameOfMe, useMe } from '../../app/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SkeletonLines } from '../../ui/Skeletons.tsx';
import classes from './AccountPage.module.css';
import { AccountProfile } from './AccountProfile.tsx';
import { type AccountTab, accountTabs } from './accounts.tabs.ts';
import { StepNotice } from './StepNotice.tsx';

const words: Record<AccountTab, string> = {
  profile: 'Profile',
  password: 'Password',
  two_factor: 'Two-factor',
  sessions: 'Sessions',
};
const panels: Record<AccountTab, ComponentType> = {
  profile: AccountProfile,
  password: lazy(() => import('../passwords/PasswordTab.tsx').then(({ PasswordTab }) => ({ default: PasswordTab }))),
  two_factor: lazy(() => import('../twoFactor/TwoFactorTab.tsx').then(({ TwoFactorTab }) => ({ default: TwoFactorTab }))),
  sessions: lazy(() => import('../sessions/SessionsTab.tsx').then(({ SessionsTab }) => ({ default: SessionsTab }))),
};

export function AccountPage() {
  const me = useMe();
  const { tab } = useSearch({ from: '/shell/account/profile' });
  const navigate = useNavigate({ from: '/account/profile' });
  return (
    <>
      <PageHeader title="Your account" />
      <div className={classes.page}>
        <StepNotice />
        <Tabs value={tab} onChange={(next) => void navigate({ search: { tab: next as AccountTab }, replace: true })}>
          <Tabs.List aria-label="Your account" className={classes.tabs}>
            {accountTabs.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {words[each]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {accountTabs.map((each) => {
            const Panel = panels[each];
            return (
              <Tabs.Panel key={each} value={each} className={classes.panel}>
                {each !== tab ? null : me.impersonator && each !== 'profile' ? (
                  <EmptyState
                    title={`This is for ${nameOfMe(me)} alone`}
                    text="Nobody sees or changes how another person signs in, not even in their place."
                  />
                ) : (
                  <Suspense fallback={<SkeletonLines lines={5} height={18} />}>
                    <Panel />
                  </Suspense>
                )}
              </Tabs.Panel>
            );
          })}
        </Tabs>
      </div>
    </>
  );
}
