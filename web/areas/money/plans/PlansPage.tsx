// Plans for texting and the dialer: what the user subscribes to, what it costs, and who has its licences.

import { IconReceipt } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMe } from '#app/session.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { OwnPlans } from './OwnPlans.tsx';
import classes from './Plans.module.css';
import { productWords } from './plans.labels.ts';

const tabs = {
  texting: { word: productWords.texting, part: () => <OwnPlans product="texting" /> },
  dialer: { word: productWords.dialer, part: () => <OwnPlans product="dialer" /> },
};

export function PlansPage() {
  const { features } = useMe();
  const { tab } = useSearch({ from: '/shell/plans' });
  const navigate = useNavigate({ from: '/plans' });
  return (
    <>
      <PageHeader title="Plans" />
      <div className={classes.page}>
        <Tabs
          label="Products"
          tabs={tabs}
          tab={tab}
          onTab={(next) => void navigate({ search: { tab: next } })}
          {...(!features[tab] && {
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
