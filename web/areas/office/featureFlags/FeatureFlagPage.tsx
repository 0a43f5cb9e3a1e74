// Features of the product: which are on in the company or for a user, and why.
import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type FeatureFlag, listFeatureFlags } from '#contract/featureFlags.ts';
import { later } from '#ui/later.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './FeatureFlagPage.module.css';
import { useFlagChange } from './useFlagChange.ts';

const FeatureFlagUserDialog = later(() => import('./FeatureFlagUserDialog.tsx').then((module) => module.FeatureFlagUserDialog));

export function FeatureFlagPage() {
  const { variant } = useMe().company;
  const flags = useQuery(queryOf(listFeatureFlags));
  const change = useFlagChange();
  const [open, setOpen] = useState<FeatureFlag>();
  useUpdate('features.changed', () => void invalidate(listFeatureFlags));
  return (
    <>
      <PageHeader title="Features" />
      <div className={classes.page}>
        <p className={classes.intro}>
          Features start as the {variant} variant has them. You can set each for your company, or for one user only: a user’s
          setting comes before the company’s. Changes take effect at once.
        </p>
        {flags.error && !flags.data ? (
          <FailedQuery query={flags} />
        ) : flags.isPending ? (
          <SkeletonLines lines={10} height={28} />
        ) : (
          <PlainTable
            label="Features"
            rows={flags.data.data}
            keyOf={({ feature }) => feature}
            columns={[
              { header: 'Feature', cell: (flag) => <Name flag={flag} /> },
              {
                header: 'Company',
                cell: (flag) => (
                  <Switch
                    label={flag.on ? 'On' : 'Off'}
                    aria-label={`${flag.title} for the company`}
                    checked={flag.on}
                    disabled={!flag.can.update}
                    onChange={({ currentTarget: { checked } }) =>
                      change(flag, { enabled: checked === flag.variant ? null : checked, before: flag.company })
                    }
                  />
                ),
              },
              { header: 'Why', cell: whyOf },
              {
                header: 'Users who differ',
                cell: (flag) => (
                  <Users flag={flag} onRemove={(user) => change(flag, { user, enabled: null, before: user.enabled })} />
                ),
              },
            ]}
            actions={(flag) => (
              <Button size="xs" variant="default" disabled={!flag.can.update} onClick={() => setOpen(flag)}>
                Set for a user
              </Button>
            )}
          />
        )}
      </div>
      <Suspense>{open && <FeatureFlagUserDialog flag={open} onClose={() => setOpen(undefined)} />}</Suspense>
    </>
  );
}

const Name = ({ flag: { title, about } }: { flag: FeatureFlag }) => (
  <div className={classes.name}>
    {title}
    <div className={classes.about}>{about}</div>
  </div>
);

const whyOf = ({ company, variant }: FeatureFlag) =>
  company === null ? `${variant ? 'On' : 'Off'} in this variant` : `Your company switched it ${company ? 'on' : 'off'}`;

type FlagUser = FeatureFlag['users'][number];

function Users({
  flag: { users, users_count, can, title },
  onRemove,
}: {
  flag: FeatureFlag;
  onRemove: (user: FlagUser) => void;
}) {
  if (users_count === 0) return null;
  return (
    <ul className={classes.users}>
      {users.map((user) => (
        <li key={user.id} className={classes.user}>
          {user.name}: {user.enabled ? 'on' : 'off'}
          {can.update && (
            <button
              type="button"
              className={classes.remove}
              aria-label={`Remove the setting of ${user.name} for ${title}`}
              onClick={() => onRemove(user)}
            >
              ×
            </button>
          )}
        </li>
      ))}
      {users_count > users.length && (
        <li className={classes.user}>and {(users_count - users.length).toLocaleString('en-US')} more</li>
      )}
    </ul>
  );
}
