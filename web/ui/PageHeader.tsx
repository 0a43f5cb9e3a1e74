// The head of every page: its name (the only h1), a number beside it, its actions at the right.
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

export function PageHeader({
  title,
  about,
  before,
  children,
}: {
  title: ReactNode;
  /** A number or a word beside the title. */
  about?: ReactNode;
  /** Breadcrumbs or a back link. */
  before?: ReactNode;
  /** Actions. */
  children?: ReactNode;
}) {
  return (
    <header className={classes.root}>
      {before}
      <Title order={1} className={classes.title}>
        {title}
      </Title>
      {about && <span className={`${classes.about} figures`}>{about}</span>}
      <div className={classes.actions}>{children}</div>
    </header>
  );
}
