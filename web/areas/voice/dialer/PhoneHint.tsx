// Names a missing condition for calls in the browser that the user can fix: quiet words instead of a phone that
// does not work.
import { Link } from '@tanstack/react-router';
import { useMe } from '#app/session.ts';
import classes from './CallLogPage.module.css';
import { phoneLack } from './dialer.lack.ts';

/** `atPlans`: the plans stand below it. */
export function PhoneHint({ atPlans = false }: { atPlans?: boolean }) {
  const lack = phoneLack(useMe());
  if (lack === 'number')
    return (
      <p className={classes.hint}>
        To call from the browser, choose a number that your calls show: <Link to="/numbers">Phone numbers</Link>.
      </p>
    );
  if (lack === 'plan' && atPlans)
    return <p className={classes.hint}>To call from the browser, choose a plan below, or ask your manager for a licence.</p>;
  if (lack === 'plan')
    return (
      <p className={classes.hint}>
        To call from the browser you need minutes:{' '}
        <Link to="/plans" search={{ tab: 'dialer' }}>
          Plans for the dialer
        </Link>
        , or ask your manager for a licence.
      </p>
    );
  return null;
}
