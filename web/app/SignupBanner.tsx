// Shown on every page while the user's onboarding application waits for a correction.
import { Button } from '@mantine/core';
import { IconFileAlert } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './ImpersonationBanner.module.css';

export function SignupBanner() {
  return (
    <aside className={classes.root} aria-label="Application">
      <IconFileAlert size="1.1rem" aria-hidden />
      <span className={classes.text}>Your application was returned. Correct it and send it again.</span>
      <Button
        size="compact-sm"
        variant="default"
        renderRoot={(props) => <Link to="/account/profile" search={{ tab: 'application' }} {...props} />}
      >
        Open the application
      </Button>
    </aside>
  );
}
