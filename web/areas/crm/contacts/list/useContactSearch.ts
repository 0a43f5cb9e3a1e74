// The list's scope in the URL, and how to change it. The back button undoes a change, but not each typed letter.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ContactSearch, contactSearchDefaults } from '../filters/contacts.scope.ts';

export type ChangeSearch = (change: Partial<ContactSearch>, options?: { replace?: boolean }) => void;

export function useContactSearch(): [ContactSearch, ChangeSearch, reset: () => void] {
  const search = useSearch({ from: '/shell/contacts' });
  const navigate = useNavigate({ from: '/contacts' });
  const go = (next: ContactSearch, replace = false) => void navigate({ to: '/contacts', search: next, replace });
  return [
    search,
    (change, { replace = false } = {}) => go({ ...search, ...change }, replace),
    () => go({ ...contactSearchDefaults, order: search.order, order_field: search.order_field }),
  ];
}
