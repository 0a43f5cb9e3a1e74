// The secret address at which other calendars read this one. It is shown only once.
import { Button, CopyButton, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { getCalendarFeed, renewCalendarFeed, withdrawCalendarFeed } from '#contract/calendarFeed.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { momentIn } from '#ui/moments.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './CalendarSettings.module.css';

export function CalendarFeedSettings() {
  const { timezone } = useMe();
  const feed = useQuery(queryOf(getCalendarFeed));
  const [asking, setAsking] = useState<'renew' | 'withdraw'>();
  const invalidates = [getCalendarFeed];
  const renew = useSend(renewCalendarFeed, { invalidates });
  const withdraw = useSend(withdrawCalendarFeed, {
    invalidates,
    onDone: () => {
      renew.reset();
      notice.done('The address no longer works');
    },
  });
  if (feed.error && !feed.data) return <FailedQuery query={feed} />;
  if (!feed.data) return <SkeletonLines lines={3} height={14} />;
  const { active, created_at, read_at } = feed.data;
  const url = renew.data?.url;
  return (
    <>
      <p>Google, Outlook and Apple calendars can show your events. They read them at a secret address, and cannot change them.</p>
      {active && url && (
        <>
          <div className={classes.address}>
            <code>{url}</code>
            <CopyButton value={url}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
          </div>
          <p>
            <strong>Copy it now: it is not shown again.</strong> Everyone with this address can read your calendar.
          </p>
          <ul>
            <li>Google: Other calendars, “+”, From URL, and paste the address.</li>
            <li>Outlook: Add calendar, Subscribe from web, and paste the address.</li>
            <li>
              Apple: File, New Calendar Subscription, and paste the address, or{' '}
              <a href={url.replace(/^https?:/, 'webcal:')}>open it in your calendar</a>.
            </li>
          </ul>
        </>
      )}
      {active && !url && created_at && (
        <p className={classes.faint}>
          An address works since {momentIn(timezone, created_at)}.{' '}
          {read_at ? `It was last read ${momentIn(timezone, read_at)}.` : 'No calendar has read it yet.'} If you have lost it,
          make a new one.
        </p>
      )}
      <Group gap="xs">
        <Button variant="default" loading={renew.isPending} onClick={() => (active ? setAsking('renew') : renew.mutate({}))}>
          {active ? 'Make a new address' : 'Make an address'}
        </Button>
        {active && (
          <Button variant="subtle" color="red" loading={withdraw.isPending} onClick={() => setAsking('withdraw')}>
            Withdraw the address
          </Button>
        )}
      </Group>
      <Suspense>
        {asking && (
          <ConfirmDialog
            opened
            title={asking === 'renew' ? 'Make a new address?' : 'Withdraw the address?'}
            action={asking === 'renew' ? 'Make a new address' : 'Withdraw the address'}
            onConfirm={() => {
              setAsking(undefined);
              if (asking === 'renew') renew.mutate({});
              else withdraw.mutate({});
            }}
            onClose={() => setAsking(undefined)}
          >
            Calendars that read the present address no longer get your events. This cannot be undone.
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  );
}
