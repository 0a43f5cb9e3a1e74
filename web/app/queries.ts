// The contract as query and mutation options: no area types a URL or a key by hand.
import {
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryFilters,
  type QueryKey,
  queryOptions,
  useIsMutating,
  useMutation,
} from '@tanstack/react-query';
import type { AnswerOf, CallOf, Endpoint } from '#contract/kit/endpoint.ts';
import type { ErrorCode } from '#contract/kit/errors.ts';
import { getMe } from '#contract/signIn.ts';
import { ApiError, type CallArgs, call, isRefused, nameOf } from './api.ts';
import { isConnectionLost } from './connection.ts';
import { notice } from './notices.tsx';
import { withPasswordAgain } from './reauthentication.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { form?: boolean; handles?: readonly ErrorCode[] };
  }
}

const leaveHandlers = new Set<(code: string) => void>();
/** Calls `leave` with the error code when the server no longer knows the session. */
export const onSessionLost = (leave: (code: string) => void) => leaveHandlers.add(leave);

const stepHandlers = new Set<() => void>();
/** Calls `ask` when the server reports a missing step (contract/steps.ts). */
export const onStepMissing = (ask: () => void) => stepHandlers.add(ask);

/** Retries a lost connection, and refusals with these codes, after one second and after two more. */
export const retryOn =
  (...codes: ErrorCode[]) =>
  (failures: number, error: Error) =>
    failures < 2 && (!(error instanceof ApiError) || isRefused(error, ...codes));

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: retryOn('unavailable'),
    },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (sessionLost(error) || stepMissing(error)) return;
      // A screen without data shows its own error; one with older data keeps it and shows the error once.
      if (query.state.data !== undefined && !isConnectionLost()) notice.failed(error, 'refresh');
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _input, _context, mutation) => {
      if (sessionLost(error) || stepMissing(error)) return;
      const { form, handles = [] } = mutation.meta ?? {};
      if (error instanceof ApiError && form && error.problem.errors) return;
      if (error instanceof ApiError && (handles as readonly string[]).includes(error.code)) return;
      notice.failed(error);
    },
  }),
});

function sessionLost(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.problem.status !== 401) return false;
  for (const leave of leaveHandlers) leave(error.code);
  return true;
}

function stepMissing(error: unknown): boolean {
  if (!(error instanceof ApiError) || !error.code.startsWith('steps.')) return false;
  for (const ask of stepHandlers) ask();
  return true;
}

export const keyOf = (endpoint: Endpoint, input?: unknown): QueryKey =>
  input === undefined ? [nameOf(endpoint)] : [nameOf(endpoint), input];

/** `useQuery(queryOf(listStatuses))`, `useSuspenseQuery(queryOf(getContact, { params: { id } }))`. */
export const queryOf = <E extends Endpoint>(endpoint: E, ...[input]: CallArgs<E>) =>
  queryOptions({
    queryKey: keyOf(endpoint, input ?? {}),
    queryFn: ({ signal }): Promise<AnswerOf<E>> => call(endpoint, input, { signal }),
  });

/** Loads every query of these endpoints again, with any input, if it is on screen. */
export const invalidate = (...endpoints: Endpoint[]) =>
  Promise.all(endpoints.map((endpoint) => loadAgain({ queryKey: keyOf(endpoint) })));

/** The library keeps a first load that runs now, though it may have read before the change: it is loaded again after it. */
async function loadAgain(filters: QueryFilters) {
  const isFirstLoad = ({ state }: Query) => state.fetchStatus === 'fetching' && state.data === undefined;
  const early = queryClient.getQueryCache().findAll({ ...filters, predicate: isFirstLoad });
  await queryClient.invalidateQueries(filters);
  await Promise.all(early.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey, exact: true })));
}

interface SendOptions<E extends Endpoint> {
  /** Endpoints whose answers this call changes. */
  invalidates?: readonly Endpoint[];
  /** Runs even if the component is gone, unlike callbacks of `mutate`; uses the last render's function. */
  onDone?: (answer: AnswerOf<E>, input: CallOf<E>) => void;
  /** The caller shows field errors (`error.fieldErrors`) itself: no notice for those. */
  form?: boolean;
  /** Codes that the caller handles: no notice for those. */
  handles?: readonly ErrorCode[];
  /** How it is sent, if not by `call`: an upload with progress. */
  by?: (input: CallOf<E>) => Promise<AnswerOf<E>>;
}

/** A write. Errors appear in one notice unless the caller shows them. */
export const useSend = <E extends Endpoint>(endpoint: E, options: SendOptions<E> = {}) =>
  useMutation<AnswerOf<E>, Error, CallOf<E>>({
    mutationKey: keyOf(endpoint),
    mutationFn: (input) => withPasswordAgain(() => (options.by ? options.by(input) : call(endpoint, input))),
    meta: { form: options.form ?? false, handles: options.handles ?? [] },
    onSuccess: (answer, input) => {
      void invalidate(...(options.invalidates ?? []));
      options.onDone?.(answer, input);
    },
  });

/** Whether such a write is running, from any component. */
export const useIsSending = <E extends Endpoint>(endpoint: E, isMeant: (input: CallOf<E>) => boolean = () => true) =>
  useIsMutating({ mutationKey: keyOf(endpoint), predicate: ({ state }) => isMeant(state.variables as CallOf<E>) }) > 0;

/** Aborts running reads when the screen changes, except the session's own call. Never aborts writes. */
export const abortReads = () =>
  queryClient.cancelQueries({ fetchStatus: 'fetching', predicate: (query) => query.queryKey[0] !== nameOf(getMe) });

/** Repeats an aborted read whose part of the screen stayed (the shell's own). */
export const resumeReads = () =>
  queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'pending' && state.fetchStatus === 'idle',
  });
