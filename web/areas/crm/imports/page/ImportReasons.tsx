// Why rows were rejected and values left out, the commonest first; each reason opens its rows.
import { Anchor, Button, Title, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import type { ImportAttempt } from '#contract/imports.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { useCustomFields } from '#web/areas/crm/reference/reference.api.ts';
import { problemRowsQuery } from '../imports.api.ts';
import { amount, counted } from '../imports.labels.ts';
import { targetLabel } from '../wizard/imports.targets.ts';
import classes from './ImportReasons.module.css';

type Reason = ImportAttempt['problems'][number];

export function ImportReasons({ attempt: { id, problems } }: { attempt: ImportAttempt }) {
  if (problems.length === 0) return null;
  return (
    <section aria-labelledby="reasons" className={classes.root}>
      <Title order={2} size="h4" id="reasons">
        What could not be read
      </Title>
      <ul className={classes.list}>
        {problems.map((reason) => (
          <ReasonLine key={`${reason.field} ${reason.reason}`} id={id} reason={reason} />
        ))}
      </ul>
    </section>
  );
}

function ReasonLine({ id, reason }: { id: number; reason: Reason }) {
  const [opened, { toggle }] = useDisclosure(false);
  const customFields = useCustomFields();
  const rows = useId();
  const { field, rejected, dropped } = reason;
  const became = [
    rejected > 0 && `${counted(rejected, 'row')} rejected`,
    dropped > 0 && `${counted(dropped, 'value')} left out`,
  ].filter(Boolean);
  return (
    <li className={classes.reason}>
      <UnstyledButton className={classes.head} aria-expanded={opened} aria-controls={rows} onClick={toggle}>
        <IconChevronRight size="1rem" aria-hidden className={classes.arrow} />
        <span className={classes.words}>
          {field !== 'row' && <strong>{targetLabel(field, customFields)}: </strong>}
          {reason.reason}
        </span>
        <span className={`${classes.count} figures`}>{became.join(', ')}</span>
      </UnstyledButton>
      <div id={rows}>{opened && <ReasonRows id={id} reason={reason} />}</div>
    </li>
  );
}

function ReasonRows({ id, reason }: { id: number; reason: Reason }) {
  const found = useInfiniteQuery(problemRowsQuery(id, reason));
  if (found.error && !found.data) return <FailedQuery query={found} />;
  if (!found.data) return <SkeletonLines lines={3} />;
  return (
    <>
      <ul className={classes.rows} aria-label={`Rows: ${reason.reason}`}>
        {found.data.pages
          .flatMap(({ data }) => data)
          .map(({ line, value, rejected, contact }) => (
            <li key={line} className={classes.row}>
              <span className="figures">Line {amount(line)}</span>
              <span className={classes.value}>{value && `“${value}”`}</span>
              {contact ? (
                <Anchor renderRoot={(props) => <Link to="/contacts/$id" params={{ id: String(contact.id) }} {...props} />}>
                  {contact.name || 'No name'}
                </Anchor>
              ) : (
                <span className={classes.quiet}>{rejected ? 'Rejected' : 'Came in without it'}</span>
              )}
            </li>
          ))}
      </ul>
      {found.hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          m="xs"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}
