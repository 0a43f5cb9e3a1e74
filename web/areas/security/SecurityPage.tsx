// What the company asks of its people's sign-in.
import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { nameOfMe, useMe } from '../../app/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SkeletonLines } from '../../ui/Skeletons.tsx';
import { NetworkList } from './NetworkList.tsx';
import classes from './SecurityPage.module.css';
import { SecurityRequirements } from './SecurityRequirements.tsx';
import { type SecurityTab, securityTabs } from './security.tabs.ts';

const words: Record<SecurityTab, string> = { requirements: 'Requirements', networks: 'Networks', sso: 'Single sign-on' };
const panels: Record<SecurityTab, ComponentType> = {
  requirements: SecurityRequirements,
  networks: NetworkList,
  sso: lazy(() => import('../sso/SsoSettings.tsx').then(({ SsoSettings }) => ({ default: SsoSettings }))),
};

export function SecurityPage() {
  const me = useMe();
  const { tab } = useSearch({ from: '/shell/admin/security' });
  const navigate = useNavigate({ from: '/admin/security' });
  const Panel = panels[tab];
  return (
    <>
      <PageHeader title="Security" />
      <div className={classes.page}>
        {me.impersonator ? (
          <EmptyState
            title={`This is for ${nameOfMe(me)} alone`}
            text="What guards the company’s accounts is changed by administrators as themselves."
          />
        ) : (
          <Tabs value={tab} onChange={(next) => void navigate({ search: { tab: next as SecurityTab }, replace: true })}>
            <Tabs.List aria-label="Security" className={classes.tabs}>
              {securityTabs.map((each) => (
                <Tabs.Tab key={each} value={each}>
                  {words[each]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {securityTabs.map((each) => (
              <Tabs.Panel key={each} value={each} className={classes.panel}>
                {each === tab && (
                  <Suspense fallback={<SkeletonLines lines={5} height={18} />}>
                    <Panel />
                  </Suspense>
                )}
              </Tabs.Panel>
            ))}
          </Tabs>
        )}
      </div>
    </>
  );
}
