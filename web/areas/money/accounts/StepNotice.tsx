// The missing step and where to do it; when all steps are done, the way to the contacts.
import { Alert, Button } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { nameOfMe, useMe } from '#app/session.ts';
import type { Me } from '#contract/me.ts';
import { useEver } from '#ui/later.ts';
import classes from './StepNotice.module.css';

export function StepNotice() {
  const me = useMe();
  const had = useEver(me.missing !== null);
  return <div role="status">{(me.missing || had) && <Notice me={me} />}</div>;
}

function Notice({ me }: { me: Me }) {
  const isThere = useRouterState({ select: ({ location }) => 'tab' in location.search && location.search.tab === 'two_factor' });
  switch (me.missing) {
    case 'terms':
      return null; // the dialog says so
    case 'password':
      return (
        <Words>
          {me.impersonator
            ? `${nameOfMe(me)} must choose a new password first. Only they can do this.`
            : 'Choose a new password to continue.'}
        </Words>
      );
    case 'two_factor':
      return (
        <Words>
          Your company requires a second factor. Set one up to continue.
          {!isThere && (
            <Button size="xs" renderRoot={(props) => <Link to="/account/profile" search={{ tab: 'two_factor' }} {...props} />}>
              Set one up
            </Button>
          )}
        </Words>
      );
    case 'payment':
      return (
        <Words>
          Your company’s plan has ended.
          <Button size="xs" renderRoot={(props) => <Link to="/billing" {...props} />}>
            See the plan
          </Button>
        </Words>
      );
    default:
      return (
        <Words>
          All done. You can go back to work.
          <Button size="xs" renderRoot={(props) => <Link to="/contacts" {...props} />}>
            Go to your contacts
          </Button>
        </Words>
      );
  }
}

const Words = ({ children }: { children: ReactNode }) => (
  <Alert variant="light" role="note" className={classes.root} classNames={{ message: classes.message ?? '' }}>
    {children}
  </Alert>
);
