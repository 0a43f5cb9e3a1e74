// How the user signs in. Without a session, the page explains itself.
import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { PublicFrame } from '#app/PublicFrame.tsx';
import { queryOf } from '#app/queries.ts';
import { Shell } from '#app/Shell.tsx';
import { nameOfMe, useMeIfKnown } from '#app/session.ts';
import type { Me } from '#contract/me.ts';
import { listSessions, type Session } from '#contract/sessions.ts';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './AccountPage.module.css';

const words: Record<Session['method'], string> = {
  password: 'With your password',
  passkey: 'With a passkey',
  sso: 'With your company’s account (single sign-on)',
};

export function ExternalAccountsPage() {
  const me = useMeIfKnown();
  if (me)
    return (
      <Shell>
        <PageHeader title="How you sign in" />
        <div className={classes.page}>
          {me.impersonator ? <Text>Only {nameOfMe(me)} can see this page.</Text> : <Own me={me} />}
        </div>
      </Shell>
    );
  return (
    <PublicFrame>
      <Title order={1}>How you sign in</Title>
      <Text mt="md">
        You sign in with a password, with a passkey, or, where your company has set that up, with your company’s own account. This
        page shows which of them you have used. Sign in to see yours.
      </Text>
    </PublicFrame>
  );
}

function Own({ me }: { me: Me }) {
  const sessions = useQuery({ ...queryOf(listSessions), enabled: me.missing === null });
  const current = sessions.data?.data.find((session) => session.current);
  if (sessions.error && !sessions.data) return <FailedQuery query={sessions} />;
  if (!current) return <SkeletonLines lines={3} height={18} />;
  return (
    <KeyValueList
      facts={[
        ['Account', me.email],
        ['You signed in', words[current.method]],
        [
          'On',
          <span key="on" className="figures">
            {momentIn(me.timezone, current.created_at)}
          </span>,
        ],
        [
          'To change it',
          <Anchor key="to" renderRoot={(props) => <Link to="/account/profile" search={{ tab: 'password' }} {...props} />}>
            Your password, second factor and sessions
          </Anchor>,
        ],
      ]}
    />
  );
}
