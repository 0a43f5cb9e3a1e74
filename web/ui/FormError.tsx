// What is wrong with the whole of a form, or stands against the next step: said aloud at once. Nothing where nothing is.
import { Alert, type MantineSpacing } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './FormError.module.css';

export const FormError = ({ children, mb }: { children: ReactNode; mb?: MantineSpacing }) =>
  children ? (
    <Alert color="red" variant="light" role="alert" className={classes.root ?? ''} {...(mb && { mb })}>
      {children}
    </Alert>
  ) : null;
