// Import attempts as the screens ask for them, kept true by the cable: each message moves the figures where they are shown.
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#app/api.ts';
import { onImportProgress } from '#app/cable.ts';
import { invalidate, keyOf, queryClient, queryOf, useSend } from '#app/queries.ts';
import { listImportProblems } from '#contract/importProblems.ts';
import {
  getImportAttempt,
  type ImportAttempt,
  type ImportForm,
  listImportAttempts,
  listImportSettings,
  listKeptContacts,
  previewImport,
  retryFailedImport,
} from '#contract/imports.ts';
import type { AnswerOf, CallOf } from '#contract/kit/endpoint.ts';
import { isRunning } from './imports.labels.ts';
import { sendable } from './wizard/imports.form.ts';

/** While something runs it is asked for now and then: the line may be down. */
const whileRunning = 10_000;

export const attemptQuery = (id: number) =>
  queryOptions({
    ...queryOf(getImportAttempt, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data !== undefined && isRunning(state.data) && whileRunning,
  });

export const attemptsQuery = (query: CallOf<typeof listImportAttempts>['query']) =>
  queryOptions({
    ...queryOf(listImportAttempts, { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.data.some(isRunning) === true && whileRunning,
  });

/** The first rows, as this form imports them. Kept while the file is imported: a new preview would find the imported rows. */
export const previewQuery = (id: number, form: ImportForm) =>
  queryOptions({
    ...queryOf(previewImport, { body: { id, form: sendable(form) } }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** The contacts an undo left alone, a page at a time. */
export const keptQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: keyOf(listKeptContacts, { params: { id } }),
    queryFn: ({ pageParam, signal }) => call(listKeptContacts, { params: { id }, query: { after: pageParam } }, { signal }),
    initialPageParam: 0,
    staleTime: 0,
    getNextPageParam: ({ meta }) => meta.next,
  });

/** The rows that have a reason, a page at a time. */
export const problemRowsQuery = (id: number, { field, reason }: Pick<ImportAttempt['problems'][number], 'field' | 'reason'>) =>
  infiniteQueryOptions({
    queryKey: keyOf(listImportProblems, { params: { id }, query: { field, reason } }),
    queryFn: ({ pageParam, signal }) =>
      call(listImportProblems, { params: { id }, query: { field, reason, after: pageParam } }, { signal }),
    initialPageParam: 0,
    staleTime: 0,
    getNextPageParam: ({ meta }) => meta.next,
  });

export const useImportSettings = () => useQuery(queryOf(listImportSettings)).data?.data ?? [];

/** Runs the rejected rows again, or continues a failed import. `onStarted` gets the new attempt. */
export const useRetry = (onStarted: (attempt: ImportAttempt) => void) =>
  useSend(retryFailedImport, {
    invalidates: [listImportAttempts],
    onDone: (attempt) => {
      queryClient.setQueryData(keyOf(getImportAttempt, { params: { id: attempt.id } }), attempt);
      onStarted(attempt);
    },
  });

/** The contact list's search for an import's contacts, with any owner. */
export const contactsOf = (id: number) => ({
  search: [{ field: 'import', operator: 'any_of' as const, value: [id] }],
  pool_id: 'all' as const,
});

onImportProgress(({ asker_id, ...heard }) => {
  const move = (attempt: ImportAttempt): ImportAttempt => (attempt.id === heard.id ? { ...attempt, ...heard } : attempt);
  queryClient.setQueryData<ImportAttempt>(
    keyOf(getImportAttempt, { params: { id: heard.id } }),
    (attempt) => attempt && move(attempt),
  );
  queryClient.setQueriesData<AnswerOf<typeof listImportAttempts>>(
    { queryKey: keyOf(listImportAttempts) },
    (page) => page && { ...page, data: page.data.map(move) },
  );
  // A beginning or an end changes which tab an attempt is in, and what may be done with it.
  if (heard.status !== 'processing' && heard.status !== 'undoing') void invalidate(getImportAttempt, listImportAttempts);
});
