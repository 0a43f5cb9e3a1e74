// Plans for texting, the dialer and Max Plus: what the user subscribes to, what it costs, and who of their
// people has what.

import { IconReceipt } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMe } from '#app/session.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { OwnPlans } from './OwnPlans.tsx';
import classes from './Plans.module.css';
import { productWords } from './plans.labels.ts';

const MaxPlusPart = later(() => import('./MaxPlusPart.tsx').then((module) => module.MaxPlusPart));
const TeamPlans = later(() => import('./TeamPlans.tsx').then((module) => module.TeamPlans));

const tabs = {
  texting: { word: productWords.texting, part: () => <OwnPlans product="texting" /> },
  dialer: { word: productWords.dialer, part: () => <OwnPlans product="dialer" /> },
  max_plus: { word: 'Max Plus', part: MaxPlusPart },
};
const leaderTabs = { ...tabs, team: { word: 'Your people', part: TeamPlans } };

export function PlansPage() {
  const { features, can } = useMe();
  const { tab: asked } = useSearch({ from: '/shell/plans' });
  const navigate = useNavigate({ from: '/plans' });
  const leads = can['subscriptions.share'];
  const tab = asked === 'team' && !leads ? 'texting' : asked;
  const off = (tab === 'texting' || tab === 'dialer') && !features[tab];
  return (
    <>
      <PageHeader title="Plans" />
      <div className={classes.page}>
        <Tabs
          label="Products"
          tabs={leads ? leaderTabs : (tabs as typeof leaderTabs)}
          tab={tab}
          onTab={(next) => void navigate({ search: { tab: next } })}
          {...(off && {
            instead: (
              <EmptyState
                icon={IconReceipt}
                title={`${productWords[tab]} is off`}
                text="Your administrators can switch it on under Features."
              />
            ),
          })}
        />
      </div>
    </>
  );
}
