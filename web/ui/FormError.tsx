// An error of a whole form, or a reason not to continue: read aloud at once. Empty if there is none.
import { Alert, type MantineSpacing } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './FormError.module.css';

export const FormError = ({ children, mb }: { children: ReactNode; mb?: MantineSpacing }) =>
  children ? (
    <Alert color="red" variant="light" role="alert" className={classes.root ?? ''} {...(mb && { mb })}>
      {children}
    </Alert>
  ) : null;
