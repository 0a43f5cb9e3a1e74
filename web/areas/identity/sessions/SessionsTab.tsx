// The user's sessions. A session that ends elsewhere disappears from the list.
import { Badge, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { invalidate, queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { zoneWords } from '#contract/lookups.ts';
import { listSessions, revokeOtherSessions, revokeSession, type Session } from '#contract/sessions.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { momentIn } from '#ui/moments.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './SessionsTab.module.css';

export function SessionsTab() {
  const sessions = useQuery({ ...queryOf(listSessions), staleTime: 0 });
  const [asking, setAsking] = useState(false);
  useUpdate('sessions.changed', () => void invalidate(listSessions));
  const revokeOthers = useSend(revokeOtherSessions, {
    invalidates: [listSessions],
    onDone: () => {
      setAsking(false);
      notice.done('Signed out everywhere else');
    },
  });
  if (sessions.error && !sessions.data) return <FailedQuery query={sessions} />;
  if (!sessions.data) return <SkeletonLines lines={4} height={32} />;
  const list = sessions.data.data.toSorted((one, other) => Number(other.current) - Number(one.current));

  return (
    <>
      <div className={classes.head}>
        <Text c="dimmed">
          You are signed in here{list.length > 1 && ` and in ${list.length - 1} other ${list.length === 2 ? 'place' : 'places'}`}.
          {list.length > 1 && ' If you do not recognize one, sign it out and choose a new password.'}
        </Text>
        {list.length > 1 && (
          <Button variant="default" onClick={() => setAsking(true)}>
            Sign out everywhere else
          </Button>
        )}
      </div>
      <ul className={classes.list} aria-label="Where you are signed in">
        {list.map((session) => (
          <SessionEntry key={session.id} session={session} />
        ))}
      </ul>
      <ConfirmDialog
        opened={asking}
        title="Sign out everywhere else?"
        action="Sign out everywhere else"
        busy={revokeOthers.isPending}
        onConfirm={() => revokeOthers.mutate({})}
        onClose={() => setAsking(false)}
      >
        All your other browsers go to the sign-in page at once.
      </ConfirmDialog>
    </>
  );
}

const methodWords: Record<Session['method'], string> = {
  password: 'by password',
  passkey: 'by passkey',
  sso: 'by single sign-on',
};

function SessionEntry({
  session: { id, current, device, place, address, method, created_at, last_seen_at },
}: {
  session: Session;
}) {
  const { timezone } = useMe();
  const revoke = useSend(revokeSession, {
    invalidates: [listSessions],
    handles: ['not_found'], // it ended in the meantime: the list shows it
    onDone: () => notice.done(`Signed out: ${device}`),
  });
  const from = [place && `${zoneWords(place)} time`, address].filter(Boolean).join(' · ');
  return (
    <li className={classes.entry}>
      <div className={classes.what}>
        <span className={classes.device}>
          {device}{' '}
          {current && (
            <Badge size="sm" tt="none">
              This browser
            </Badge>
          )}
        </span>
        <span className={`${classes.detail} figures`}>{from}</span>
        <span className={`${classes.detail} figures`}>
          Signed in {momentIn(timezone, created_at)} {methodWords[method]}
          {!current && ` · last seen ${momentIn(timezone, last_seen_at)}`}
        </span>
      </div>
      {!current && (
        <Button
          size="xs"
          variant="default"
          loading={revoke.isPending}
          aria-label={`Sign out ${device}, ${from}, signed in ${momentIn(timezone, created_at)}`}
          onClick={() => revoke.mutate({ params: { id } }, { onError: () => void invalidate(listSessions) })}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
