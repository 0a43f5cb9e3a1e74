// A user's row with its fields open: each is saved as it changes; another manager after a look at the effect.
import { Checkbox, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf, useSend } from '#app/queries.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { type AdminUser, listUsers, quickUpdateUser } from '#contract/userAdmin.ts';
import { listManageableBusinessUnits, type Person } from '#contract/users.ts';
import { ManagerPicker } from './ManagerPicker.tsx';
import { MoveDialog } from './MoveDialog.tsx';

const useQuickUpdate = ({ id }: AdminUser) => {
  const { mutate } = useSend(quickUpdateUser, { invalidates: [listUsers] });
  return (body: CallOf<typeof quickUpdateUser>['body']) => mutate({ params: { id }, body });
};

export function TitleEdit({ user }: { user: AdminUser }) {
  const save = useQuickUpdate(user);
  const [title, setTitle] = useState(user.title);
  const send = () => title.trim() !== user.title && save({ title: title.trim() });
  return (
    <TextInput
      size="xs"
      aria-label={`Title of ${user.name}`}
      placeholder="Title"
      maxLength={80}
      autoFocus
      value={title}
      onChange={(event) => setTitle(event.currentTarget.value)}
      onBlur={send}
      onKeyDown={(event) => event.key === 'Enter' && send()}
    />
  );
}

export function RmEdit({ user }: { user: AdminUser }) {
  const save = useQuickUpdate(user);
  const [checked, setChecked] = useState(user.relationship_manager);
  return (
    <Checkbox
      label="Relationship manager"
      checked={checked}
      onChange={(event) => {
        setChecked(event.currentTarget.checked);
        save({ relationship_manager: event.currentTarget.checked });
      }}
    />
  );
}

export function UnitEdit({ user }: { user: AdminUser }) {
  const save = useQuickUpdate(user);
  const units = useQuery(queryOf(listManageableBusinessUnits)).data?.data ?? [];
  return (
    <Select
      size="xs"
      aria-label={`Business unit of ${user.name}`}
      data={units.map(({ id, name }) => ({ value: String(id), label: name }))}
      allowDeselect={false}
      value={String(user.business_unit.id)}
      onChange={(id) => id && save({ business_unit_id: Number(id) })}
    />
  );
}

/** Asks before the move, as the tree does. */
export function ManagerEdit({ user }: { user: AdminUser }) {
  const [to, setTo] = useState<Person | null>();
  return (
    <>
      <ManagerPicker
        size="xs"
        aria-label={`Manager of ${user.name}`}
        except={user.id}
        value={to === undefined ? user.manager : to}
        onChange={(manager) => manager?.id !== user.manager?.id && setTo(manager)}
      />
      {to !== undefined && <MoveDialog person={user} to={to} onClose={() => setTo(undefined)} />}
    </>
  );
}
