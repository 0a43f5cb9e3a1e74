// A person who manages people, found by typing.
import type { ComponentProps } from 'react';
import { roles } from '#contract/permissions.ts';
import { canManage } from '#contract/roles.ts';
import { UserPicker } from '#web/areas/identity/users/UserPicker.tsx';

const managers = { status: ['active' as const, 'invited' as const], account_type: roles.filter(canManage) };

/** `except`: the user whose manager is chosen. */
export const ManagerPicker = (props: Omit<ComponentProps<typeof UserPicker>, 'of'> & { except: number | undefined }) => (
  <UserPicker {...props} of={managers} />
);
