// The contract as query and mutation options: no area types a URL or a key by hand.
import {
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  useIsMutating,
  useMutation,
} from '@tanstack/react-query';
import type { AnswerOf, CallOf, Endpoint } from '#contract/kit/endpoint.ts';
import type { ErrorCode } from '#contract/kit/errors.ts';
import { getMe } from '#contract/signIn.ts';
import { ApiError, type CallArgs, call, isRefused, nameOf } from './api.ts';
import { isLineBroken } from './line.ts';
import { notice } from './notices.tsx';
import { provingOneself } from './proving.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { form?: boolean; handles?: readonly ErrorCode[] };
  }
}

const leaveHandlers = new Set<(code: string) => void>();
/** Calls `leave` when the server no longer knows the session, with the code that says why. */
export const onSessionLost = (leave: (code: string) => void) => leaveHandlers.add(leave);

const stepHandlers = new Set<() => void>();
/** Calls `ask` when the server says that something is to be done before the rest is open (contract/steps.ts). */
export const onStepMissing = (ask: () => void) => stepHandlers.add(ask);

/** Where the line broke, and what the server refused for one of these reasons, a second and another two later may do better. */
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
      // A screen without data shows its own error; one with older data keeps it and says so once, where that is not said already.
      if (query.state.data !== undefined && !isLineBroken()) notice.failed(error, 'refresh');
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

/** Everything asked of these endpoints, whatever the input, is asked again where it is on screen. */
export const invalidate = (...endpoints: Endpoint[]) =>
  Promise.all(endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })));

interface SendOptions<E extends Endpoint> {
  /** Endpoints whose answers this changes. */
  invalidates?: readonly Endpoint[];
  /** Runs though the component has gone meanwhile, as the callbacks of `mutate` do not; of its renders, the last. */
  onDone?: (answer: AnswerOf<E>, input: CallOf<E>) => void;
  /** The caller shows field errors (`error.fieldErrors`) itself: no notice for those. */
  form?: boolean;
  /** Codes the caller deals with: no notice for those. */
  handles?: readonly ErrorCode[];
  /** How it is sent, where not by `call`: an upload with progress. */
  by?: (input: CallOf<E>) => Promise<AnswerOf<E>>;
}

/** A write. Errors land in one notice unless the caller says that it shows them. */
export const useSend = <E extends Endpoint>(endpoint: E, options: SendOptions<E> = {}) =>
  useMutation<AnswerOf<E>, Error, CallOf<E>>({
    mutationKey: keyOf(endpoint),
    mutationFn: (input) => provingOneself(() => (options.by ? options.by(input) : call(endpoint, input))),
    meta: { form: options.form ?? false, handles: options.handles ?? [] },
    onSuccess: (answer, input) => {
      void invalidate(...(options.invalidates ?? []));
      options.onDone?.(answer, input);
    },
  });

/** Whether such a write is under way, from whatever component. */
export const useIsSending = <E extends Endpoint>(endpoint: E, isMeant: (input: CallOf<E>) => boolean = () => true) =>
  useIsMutating({ mutationKey: keyOf(endpoint), predicate: ({ state }) => isMeant(state.variables as CallOf<E>) }) > 0;

/** Reads under way are dropped when the screen changes; the session's own call goes on. Writes are never cut. */
export const abortReads = () =>
  queryClient.cancelQueries({ fetchStatus: 'fetching', predicate: (query) => query.queryKey[0] !== nameOf(getMe) });

/** A read that was cut though its part of the screen stayed (the shell's own) is asked again. */
export const resumeReads = () =>
  queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'pending' && state.fetchStatus === 'idle',
  });
