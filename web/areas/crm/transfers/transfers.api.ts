// Transfers as the screens load them. Messages of the cable move the figures; at an end everything is loaded again.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useUpdate } from '#app/cable.ts';
import { invalidate, keyOf, queryClient, queryOf } from '#app/queries.ts';
import type { AnswerOf, CallOf } from '#contract/kit/endpoint.ts';
import { getTransferAttempt, listTransferAttempts, listTransferLogs, type TransferAttempt } from '#contract/transfers.ts';
import { isRunning } from '#web/areas/crm/bulk/bulk.labels.ts';

/** Milliseconds between two calls while it runs: the cable tells only the person who started it. */
const whileRunning = 5_000;
const runs = ({ status, undo }: TransferAttempt) => isRunning({ status }) || (undo !== null && isRunning(undo));

export const attemptsQuery = (query: CallOf<typeof listTransferAttempts>['query']) =>
  queryOptions({
    ...queryOf(listTransferAttempts, { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.data.some(runs) === true && whileRunning,
  });

export const attemptQuery = (id: number) =>
  queryOptions({
    ...queryOf(getTransferAttempt, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data !== undefined && runs(state.data) && whileRunning,
  });

export const logsQuery = (id: number, page: number) =>
  queryOptions({
    ...queryOf(listTransferLogs, { params: { id }, query: { page } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const refreshTransfers = () => invalidate(listTransferAttempts, getTransferAttempt, listTransferLogs);

export function useTransferProgress() {
  useUpdate('bulk.progress', ({ id, status, total, done }) => {
    if (!isRunning({ status })) return void refreshTransfers();
    const move = (attempt: TransferAttempt): TransferAttempt => {
      if (attempt.id === id) return { ...attempt, status, total, done };
      return attempt.undo?.id === id ? { ...attempt, undo: { ...attempt.undo, status, total, done } } : attempt;
    };
    queryClient.setQueriesData<AnswerOf<typeof listTransferAttempts>>(
      { queryKey: keyOf(listTransferAttempts) },
      (page) => page && { ...page, data: page.data.map(move) },
    );
    queryClient.setQueriesData<TransferAttempt>({ queryKey: keyOf(getTransferAttempt) }, (attempt) => attempt && move(attempt));
  });
}
