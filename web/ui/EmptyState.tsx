// Shown when there is no data, with what to do about it.
import { Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

export interface EmptyStateProps {
  icon?: Icon;
  title: string;
  text?: ReactNode;
  /** The heading's level, if it is the page's only one. */
  heading?: 'h1' | 'h2' | 'h3';
  /** Buttons. */
  children?: ReactNode;
}

export function EmptyState({ icon: Picture, title, text, heading = 'h2', children }: EmptyStateProps) {
  return (
    <div className={classes.root}>
      {Picture && <Picture className={classes.icon} size="2rem" stroke={1.25} aria-hidden />}
      <Title order={heading === 'h1' ? 1 : heading === 'h2' ? 2 : 3} size="h3">
        {title}
      </Title>
      {text && (
        <Text className={classes.text} c="dimmed">
          {text}
        </Text>
      )}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
