// The saved views: loaded once, and again when the cable reports a change. Loaded with the app, so it is small; the rest is in savedViews.kept.ts.
import { queryOptions } from '@tanstack/react-query';
import { queryClient, queryOf } from '#app/queries.ts';
import { listSavedViews, type SavedView } from '#contract/savedViews.ts';

export const savedViewsQuery = queryOptions({ ...queryOf(listSavedViews), staleTime: 5 * 60_000 });

export const knownViews = (): SavedView[] | undefined => queryClient.getQueryData(savedViewsQuery.queryKey)?.data;
