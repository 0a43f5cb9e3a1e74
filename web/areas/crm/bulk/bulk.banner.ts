// The banners of bulk actions, for the person who asked for them.
import { queryOptions } from '@tanstack/react-query';
import { call } from '#app/api.ts';
import { onUpdate } from '#app/cable.ts';
import { createFollowing } from '#app/longWork.tsx';
import { notice } from '#app/notices.tsx';
import { closeProcess, openProcess } from '#app/processes.ts';
import { invalidate, keyOf, queryClient, queryOf } from '#app/queries.ts';
import { type BulkAction, cancelBulkAction, getBulkAction, undoBulkAction } from '#contract/bulk.ts';
import { counted } from '#contract/kit/formats.ts';
import { isRunning } from './bulk.labels.ts';

/** Milliseconds between two questions while it runs. */
const whileRunning = 10_000;

const bulkActionQuery = (id: number) =>
  queryOptions({
    ...queryOf(getBulkAction, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data === undefined || isRunning(state.data)) && whileRunning,
  });

const { follow, Following } = createFollowing({ query: bulkActionQuery, hasEnded: (action) => !isRunning(action), show });

export const BulkFollowing = Following;

/** For an action just started. The cable may have been faster than the answer, and is then newer. */
export function followBulk(action: BulkAction) {
  queryClient.setQueryData<BulkAction>(keyOf(getBulkAction, { params: { id: action.id } }), (known) => known ?? action);
  follow(action.id);
}

onUpdate('bulk.progress', ({ event, ...progress }) => {
  const queryKey = keyOf(getBulkAction, { params: { id: progress.id } });
  if (isRunning(progress)) queryClient.setQueryData<BulkAction>(queryKey, (action) => action && { ...action, ...progress });
  else void invalidate(getBulkAction); // the whole answer says whether it can be undone
  follow(progress.id);
});

function show(action: BulkAction) {
  const running = isRunning(action);
  openProcess({
    id: `bulk:${action.id}`,
    status: action.status === 'queued' ? 'processing' : action.status,
    text: textOf(action),
    ...(running && action.total && { share: action.done / action.total }),
    ...(running && { onCancel: () => void stop(action.id) }),
    ...(action.operation === 'transfer' && { link: { href: `/transfers/${action.id}`, text: 'See the transfer' } }),
    ...(action.can.undo && { onUndo: () => void undo(action.id) }),
  });
}

async function undo(id: number) {
  try {
    const action = await call(undoBulkAction, { params: { id } });
    closeProcess(`bulk:${id}`);
    followBulk(action);
  } catch (error) {
    notice.failed(error);
  }
}

const stop = (id: number) => call(cancelBulkAction, { params: { id } }).catch(notice.failed);

function textOf({ labels, status, total, done, changed, kept, undo_of }: BulkAction): string {
  const { doing, done: past } = labels;
  const contacts = (count: number) => counted(count, 'contact');
  const someOf = (some: number, all: number) => `${some.toLocaleString('en-US')} of ${contacts(all)}`;
  if (status === 'complete' && undo_of !== null)
    return `${past} ${contacts(changed)}${kept > 0 ? `, ${kept.toLocaleString('en-US')} left as changed since` : ''}`;
  if (status === 'complete') return `${past} ${changed < done ? someOf(changed, done) : contacts(done)}`;
  if (status === 'cancelled') return `Stopped: ${past.toLowerCase()} ${someOf(done, total ?? done)}`;
  if (status === 'failed') return `${doing} failed after ${contacts(done)}`;
  return total === null ? `${doing} contacts…` : `${doing} ${someOf(done, total)}`;
}
