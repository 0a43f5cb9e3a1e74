// The third step: what the rows become with the current form, and its options. Nothing is imported yet.
import { Alert, Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { textOf } from '#app/notices.tsx';
import { keyOf, queryClient, useSend } from '#app/queries.ts';
import { listImportDrafts } from '#contract/importDrafts.ts';
import { getImportAttempt, importContacts, listImportAttempts } from '#contract/imports.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { previewQuery } from '../imports.api.ts';
import { rowWords } from '../imports.labels.ts';
import classes from './ImportCheck.module.css';
import { ImportFileAbout } from './ImportFile.tsx';
import { ImportFrame } from './ImportFrame.tsx';
import { ImportOptionsPane } from './ImportOptionsPane.tsx';
import { ImportOutcomes } from './ImportOutcomes.tsx';
import { ImportRows } from './ImportRows.tsx';
import { ImportSettings } from './ImportSettings.tsx';
import { changeForm, type Draft, startDraft } from './imports.draft.ts';
import { sendable } from './imports.form.ts';
import { type RowFilter, usableFilter } from './imports.preview.ts';

export function ImportCheck({ draft }: { draft: Draft }) {
  const { file, form } = draft;
  const navigate = useNavigate();
  const [settled] = useDebouncedValue(form, 300);
  const preview = useQuery(previewQuery(file.id, settled));
  const [filter, setFilter] = useState<RowFilter>('all');
  const goTo = () => {
    startDraft();
    void navigate({ to: '/imports/$id', params: { id: String(file.id) } });
  };
  const start = useSend(importContacts, {
    form: true,
    handles: ['imports.not_a_draft'],
    invalidates: [listImportAttempts, listImportDrafts],
    onDone: (attempt) => {
      queryClient.setQueryData(keyOf(getImportAttempt, { params: { id: attempt.id } }), attempt);
      goTo();
    },
  });
  const go = () =>
    start.mutate(
      { body: { id: file.id, form: sendable(form) } },
      // Started from another window: there is its progress.
      { onError: (error) => isRefused(error, 'imports.not_a_draft') && goTo() },
    );
  const wrong = isRefused(start.error, 'invalid', 'imports.nothing_mapped') ? start.error : refusedPreview(preview.error);
  const shown = preview.data ? usableFilter(preview.data, filter) : 'all';
  const waits = preview.isPlaceholderData || settled !== form;

  return (
    <ImportFrame
      step="check"
      about={<ImportFileAbout draft={draft} />}
      actions={<ImportSettings draft={draft} />}
      foot={
        <>
          <Text className={classes.promise} c="dimmed">
            Nothing is imported yet.
          </Text>
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/imports/new" search={{ draft: file.id, step: 'map' }} {...props} />}
          >
            Back
          </Button>
          <Button loading={start.isPending} disabled={wrong !== undefined} onClick={go}>
            Import {rowWords(file, form.has_headings)}
          </Button>
        </>
      }
    >
      <div className={classes.panes}>
        <ImportOptionsPane form={form} />
        <section className={classes.main} aria-label="What the rows become" aria-busy={waits}>
          {wrong && (
            <Alert color="red" variant="light" icon={<IconAlertTriangle size="1.1rem" />} className={classes.alert}>
              {textOf(wrong)}
            </Alert>
          )}
          {preview.data ? (
            <div className={classes.found} data-stale={waits || undefined}>
              {preview.data.warnings.map((warning) => (
                <Alert
                  key={warning}
                  color="yellow"
                  variant="light"
                  icon={<IconAlertTriangle size="1.1rem" />}
                  className={classes.alert}
                >
                  {warning}
                </Alert>
              ))}
              <ImportOutcomes preview={preview.data} form={form} filter={shown} onFilter={setFilter} />
              <ImportRows preview={preview.data} form={form} filter={shown} onChange={changeForm} />
            </div>
          ) : preview.error && !wrong ? (
            <FailedQuery query={preview} />
          ) : (
            <div className={classes.alert}>
              <SkeletonLines lines={10} />
            </div>
          )}
        </section>
      </div>
    </ImportFrame>
  );
}

const refusedPreview = (error: unknown) => (isRefused(error, 'invalid', 'imports.nothing_mapped') ? error : undefined);
