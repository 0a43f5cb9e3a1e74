// The dialog in which one begins to act as another person, and the words for the ways of acting.
import type { LoginType } from '#contract/impersonation.ts';
import type { Person } from '#contract/users.ts';
import { createStore } from './store.ts';

/** Null: closed; `choose`: the person is chosen in the dialog. */
export const acting = createStore<Person | 'choose' | null>(null);

/** After "acting as Ana Reyes"; nothing for the plain way. */
export const loginTypeWords: Record<LoginType, string> = {
  logged_as_admin: ', an administrator',
  logged_as_bu_admin: ', a business unit administrator',
  logged_as_manager: ', a manager',
  impersonating_as_rm: ', a relationship manager',
  impersonating: '',
};
