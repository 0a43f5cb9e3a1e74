// The address of a list with a saved view, and how far the list differs from the view.
import type { Filter } from '#contract/contactsScope.ts';
import type { SavedView } from '#contract/savedViews.ts';
import { type ContactSearch, contactSearchDefaults, contactSearchOf, scopeOf } from '../filters/contacts.scope.ts';
import { searchOfView } from './savedViews.search.ts';

/** The address of what the list is to show. */
export function addressOf(search: ContactSearch, views: readonly SavedView[] | undefined): ContactSearch {
  if (search.view === null) return { ...search, changed: null, columns: null };
  const view = views?.find(({ id }) => id === search.view);
  if (!view) return views ? { ...search, view: null, changed: null, columns: null } : search;
  return isAsSaved(search, view) ? addressOfView(view.id) : { ...search, changed: search.changed ?? view.version };
}

export const addressOfView = (id: number): ContactSearch => ({ ...contactSearchDefaults, view: id });

/** The parts of a view that the list shows otherwise, as the user calls them. */
export function differences(search: ContactSearch, view: SavedView): string[] {
  const saved = searchOfView(view);
  const parts: Record<string, (each: ContactSearch) => unknown> = {
    search: ({ q }) => q,
    filters: ({ search: filters }) => contactSearchOf({ search: filters }).search,
    'whose contacts': ({ contact_group, pool_id, downline_user_id, all_downline, category }) => [
      contact_group,
      pool_id,
      downline_user_id,
      all_downline,
      category,
    ],
    order: ({ order, order_field }) => [order, order_field],
    columns: ({ columns }) => columns ?? saved.columns,
    layout: ({ layout }) => layout,
  };
  return Object.entries(parts)
    .filter(([, part]) => JSON.stringify(part(search)) !== JSON.stringify(part(saved)))
    .map(([name]) => name);
}

const isAsSaved = (search: ContactSearch, view: SavedView) => differences(search, view).length === 0;

/** The part of the list that a view keeps. */
export const viewOf = (search: ContactSearch, columns: string[]) => ({
  scope: scopeOf(search),
  columns,
  layout: search.layout,
});

/** The search without what no longer exists. */
export function withoutGone(search: ContactSearch, gone: SavedView['gone']): Partial<ContactSearch> {
  const isGone = (field: string, id: unknown) => gone.some((each) => each.field === field && each.id === Number(id));
  const filters = search.search.flatMap((filter): Filter[] => {
    const own = filter.field.split(':')[1];
    if (own !== undefined) return isGone(filter.field, own) ? [] : [filter];
    if (!Array.isArray(filter.value)) return [filter];
    const value = filter.value.filter((id) => !isGone(filter.field, id));
    return value.length > 0 || filter.value.length === 0 ? [{ ...filter, value }] : [];
  });
  return {
    search: filters,
    ...(isGone('category', search.category) && { category: null }),
    ...(isGone('pool_id', search.pool_id) && { pool_id: 'mine' as const }),
  };
}

const fieldWords: Record<string, string> = {
  status: 'a status',
  agentflow_status: 'an agentflow status',
  source: 'a source',
  category: 'a category',
  tags: 'a tag',
  import: 'an import',
  pool_id: 'a pool',
  custom: 'a custom field',
  capture: 'a form',
  captured: 'a form',
};

/** `a tag, a status` */
export const goneWords = (gone: SavedView['gone']) =>
  [...new Set(gone.map(({ field }) => fieldWords[field.split(':')[0] ?? ''] ?? 'something'))].join(', ');
