// The saved views that the browser keeps: their counts, and what a write or a message of the cable does to them.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, isRefused } from '#app/api.ts';
import type { PaletteEntry } from '#app/area.ts';
import { invalidate, keyOf, queryClient } from '#app/queries.ts';
import { countSavedViews, listSavedViews, type SavedView } from '#contract/savedViews.ts';
import { savedViewsQuery } from './savedViews.api.ts';

export function useSavedViews() {
  const { data, error, refetch } = useQuery(savedViewsQuery);
  return { views: data?.data, error, refetch };
}

/** In one call. A search that takes too long leaves the numbers out: the views open all the same. */
export const viewCountsQuery = (ids: number[]) =>
  queryOptions({
    queryKey: keyOf(countSavedViews, { query: { ids } }),
    queryFn: ({ signal }) =>
      call(countSavedViews, { query: { ids } }, { signal }).catch((error: unknown) => {
        if (isRefused(error, 'too_slow')) return { data: [] };
        throw error;
      }),
    staleTime: 60_000,
    retry: false,
  });

export const refreshViews = () => void invalidate(listSavedViews, countSavedViews);

/** A view as the server answered it takes its place, or is the last of the own. */
export const keepView = (view: SavedView) =>
  changeViews((views) =>
    views.some(({ id }) => id === view.id) ? views.map((old) => (old.id === view.id ? view : old)) : placeLast(views, view),
  );

export const dropView = (id: number) => changeViews((views) => views.filter((view) => view.id !== id));

export const orderViews = (ids: number[]) => {
  const placeOf = ({ id }: SavedView) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  changeViews((views) => views.toSorted((a, b) => placeOf(a) - placeOf(b)));
};

function placeLast(views: SavedView[], view: SavedView): SavedView[] {
  const own = views.findLastIndex(({ owner }) => owner.id === view.owner.id);
  return views.toSpliced(own + 1, 0, view);
}

const changeViews = (change: (views: SavedView[]) => SavedView[]) =>
  queryClient.setQueryData(savedViewsQuery.queryKey, (answer) => answer && { data: change(answer.data) });

export async function loadEntries(): Promise<PaletteEntry[]> {
  const { data } = await queryClient.fetchQuery(savedViewsQuery);
  return data.map(({ id, name }) => ({ label: name, to: '/contacts', search: { view: id } }));
}
