// One second factor: on or off, a description, and its actions.
import { Badge, Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './FactorSection.module.css';

export function FactorSection({
  icon: Picture,
  title,
  on,
  about,
  text,
  children,
  below,
}: {
  icon: Icon;
  title: string;
  /** Absent if it is neither on nor off. */
  on?: boolean;
  /** A number beside the title. */
  about?: string;
  text: string;
  /** Actions. */
  children: ReactNode;
  below?: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.root} aria-labelledby={id}>
      <Picture className={classes.icon} size="1.25rem" stroke={1.6} aria-hidden />
      <div className={classes.words}>
        <div className={classes.head}>
          <Title order={2} size="h3" id={id}>
            {title}
          </Title>
          {on && (
            <Badge variant="light" tt="none" className={classes.on ?? ''}>
              On
            </Badge>
          )}
          {about && (
            <Text c="dimmed" className="figures">
              {about}
            </Text>
          )}
        </div>
        <Text c="dimmed">{text}</Text>
        {below}
        <div className={classes.actions}>{children}</div>
      </div>
    </section>
  );
}
