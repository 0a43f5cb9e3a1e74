// An import's progress, then its result and what to do next. The last step of the wizard.
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { useMe } from '#app/session.ts';
import type { ImportAttempt } from '#contract/imports.ts';
import { sizeWords } from '#contract/kit/formats.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { attemptQuery, previewQuery } from '../imports.api.ts';
import { followAway } from '../imports.banner.ts';
import { isRunning } from '../imports.labels.ts';
import { ImportActions } from '../list/ImportActions.tsx';
import { ImportFrame } from '../wizard/ImportFrame.tsx';
import { ImportRows } from '../wizard/ImportRows.tsx';
import { type Draft, useDraft } from '../wizard/imports.draft.ts';
import { ImportKept } from './ImportKept.tsx';
import classes from './ImportPage.module.css';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportReasons } from './ImportReasons.tsx';

export function ImportPage() {
  const { id } = useParams({ from: '/shell/imports/$id' });
  const attempt = useQuery(attemptQuery(Number(id)));
  const draft = useDraft();
  const leave = useEffectEvent(() => attempt.data && followAway(attempt.data));
  useEffect(() => () => void leave(), []);
  const mine = draft?.started && String(draft.file.id) === id ? draft : null;
  if (isRefused(attempt.error, 'not_found', 'invalid')) return <NoImport />;
  const name = attempt.data?.file_name ?? mine?.file.file_name ?? 'Import';
  return (
    <ImportFrame
      step={mine ? 'go' : undefined}
      title={name}
      about={attempt.data && sizeWords(attempt.data.size)}
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/imports" {...props} />}>
          All imports
        </Button>
      }
    >
      {attempt.error && !attempt.data ? (
        <FailedQuery query={attempt} />
      ) : !attempt.data ? (
        <div className={classes.root}>
          <SkeletonLines lines={6} />
        </div>
      ) : attempt.data.status === 'draft' ? (
        <NotStarted id={attempt.data.id} />
      ) : (
        <>
          <div className={classes.root}>
            <ImportProgress attempt={attempt.data} />
            <ImportActions attempt={attempt.data} />
            <ImportReasons attempt={attempt.data} />
            <About attempt={attempt.data} />
            {attempt.data.kept > 0 && !isRunning(attempt.data) && <ImportKept attempt={attempt.data} />}
          </div>
          {mine && <Rows draft={mine} />}
        </>
      )}
    </ImportFrame>
  );
}

const NoImport = () => (
  <EmptyState heading="h1" title="This import does not exist" text="It may have been deleted, or it belongs to a colleague.">
    <Button renderRoot={(props) => <Link to="/imports" {...props} />}>See all imports</Button>
  </EmptyState>
);

const NotStarted = ({ id }: { id: number }) => (
  <EmptyState title="This file is not imported yet" text="Its columns and options are kept as they were left.">
    <Button renderRoot={(props) => <Link to="/imports/new" search={{ draft: id, step: 'check' }} {...props} />}>
      Continue this import
    </Button>
  </EmptyState>
);

function About({ attempt: { owner, pool, asked_by, created_at, retry_of } }: { attempt: ImportAttempt }) {
  const me = useMe();
  return (
    <Group gap="0.25rem 1.5rem" component="dl" className={classes.about}>
      <Fact name={pool ? 'Pool' : 'Owner'}>{pool?.name ?? owner?.name}</Fact>
      <Fact name="Started by">{asked_by?.name}</Fact>
      <Fact name="Started">{momentIn(me.timezone, created_at)}</Fact>
      {retry_of && (
        <Fact name="Rejected rows of">
          <Anchor renderRoot={(props) => <Link to="/imports/$id" params={{ id: String(retry_of) }} {...props} />}>
            an earlier import
          </Anchor>
        </Fact>
      )}
    </Group>
  );
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div className={classes.fact}>
    <Text component="dt" c="dimmed">
      {name}
    </Text>
    <Text component="dd" m={0}>
      {children}
    </Text>
  </div>
);

/** The file's rows as they were checked: not loaded again, since the import changes the result. */
function Rows({ draft: { file, form } }: { draft: Draft }) {
  const { data } = useQuery({ ...previewQuery(file.id, form), enabled: false });
  return data && <ImportRows preview={data} form={form} />;
}
