// Sends as the screens load them. The cable tells who asked for a send; a leader who looks on asks again while it runs.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useUpdate } from '#app/cable.ts';
import { invalidate, queryOf } from '#app/queries.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { getSend, listMessages, listSends } from '#contract/sends.ts';
import { runs } from './sends.labels.ts';

/** Milliseconds. */
const whileRunning = 5_000;

export const sendsQuery = (query: CallOf<typeof listSends>['query']) =>
  queryOptions({
    ...queryOf(listSends, { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.data.some(runs) === true && whileRunning,
  });

export const sendQuery = (id: number) =>
  queryOptions({
    ...queryOf(getSend, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data !== undefined && runs(state.data) && whileRunning,
  });

export const messagesQuery = (id: number, query: CallOf<typeof listMessages>['query']) =>
  queryOptions({ ...queryOf(listMessages, { params: { id }, query }), staleTime: 0, placeholderData: keepPreviousData });

export const useSendChanges = () => useUpdate('send.changed', () => void invalidate(listSends, getSend, listMessages));
