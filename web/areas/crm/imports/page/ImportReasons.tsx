// Why rows were rejected and values left out, most frequent first; each reason opens its rows.
import { Anchor, Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FailedQuery } from '#app/FailedQuery.tsx';
import type { ImportAttempt } from '#contract/imports.ts';
import { ReasonList } from '#ui/ReasonList.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { useCustomFields } from '#web/areas/crm/reference/reference.api.ts';
import { problemRowsQuery } from '../imports.api.ts';
import { amount, counted } from '../imports.labels.ts';
import { targetLabel } from '../wizard/imports.targets.ts';
import classes from './ImportReasons.module.css';

type Reason = ImportAttempt['problems'][number];

export function ImportReasons({ attempt: { id, problems } }: { attempt: ImportAttempt }) {
  const customFields = useCustomFields();
  return (
    <ReasonList
      title="What could not be read"
      reasons={problems.map((problem) => ({
        key: `${problem.field} ${problem.reason}`,
        about: problem.field === 'row' ? undefined : targetLabel(problem.field, customFields),
        words: problem.reason,
        count: [
          problem.rejected > 0 && `${counted(problem.rejected, 'row')} rejected`,
          problem.dropped > 0 && `${counted(problem.dropped, 'value')} left out`,
        ]
          .filter(Boolean)
          .join(', '),
        rows: () => <ReasonRows id={id} reason={problem} />,
      }))}
    />
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
                <span className={classes.quiet}>{rejected ? 'Rejected' : 'Imported without it'}</span>
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
