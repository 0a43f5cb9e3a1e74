// The list's scope: of the open view, or as the URL says it; and how to change it. The back button undoes a change, but not each typed letter.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type ContactSearch, contactSearchDefaults } from '../filters/contacts.scope.ts';
import { addressOf } from '../views/savedViews.address.ts';
import { useSavedViews } from '../views/savedViews.kept.ts';
import { shownBy } from '../views/savedViews.search.ts';

export type ChangeSearch = (change: Partial<ContactSearch>, options?: { replace?: boolean }) => void;

export function useContactSearch(): [ContactSearch, ChangeSearch, reset: () => void] {
  const said = useSearch({ from: '/shell/contacts' });
  const { views } = useSavedViews();
  const search = useMemo(() => shownBy(said, views), [said, views]);
  const navigate = useNavigate({ from: '/contacts' });
  const go = (next: ContactSearch, replace = false) =>
    void navigate({ to: '/contacts', search: addressOf(next, views), replace });
  return [
    search,
    (change, { replace = false } = {}) => go({ ...search, ...change }, replace),
    () => go({ ...contactSearchDefaults, order: search.order, order_field: search.order_field }),
  ];
}
