// Why something failed, the commonest first; each reason opens what it is about.
import { Title, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './ReasonList.module.css';

export interface Reason {
  key: string;
  /** A field's name, shown before the words. */
  about?: string | undefined;
  words: string;
  /** How many, and what became of them: "12 rows rejected". */
  count: string;
  /** Made when it is opened. */
  rows: () => ReactNode;
}

export function ReasonList({ title, reasons }: { title: string; reasons: readonly Reason[] }) {
  const id = useId();
  if (reasons.length === 0) return null;
  return (
    <section aria-labelledby={id} className={classes.root}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      <ul className={classes.list}>
        {reasons.map((reason) => (
          <Line key={reason.key} reason={reason} />
        ))}
      </ul>
    </section>
  );
}

function Line({ reason: { about, words, count, rows } }: { reason: Reason }) {
  const [opened, { toggle }] = useDisclosure(false);
  const id = useId();
  return (
    <li className={classes.reason}>
      <UnstyledButton className={classes.head} aria-expanded={opened} aria-controls={id} onClick={toggle}>
        <IconChevronRight size="1rem" aria-hidden className={classes.arrow} />
        <span className={classes.words}>
          {about && <strong>{about}: </strong>}
          {words}
        </span>
        <span className={`${classes.count} figures`}>{count}</span>
      </UnstyledButton>
      <div id={id}>{opened && rows()}</div>
    </li>
  );
}
