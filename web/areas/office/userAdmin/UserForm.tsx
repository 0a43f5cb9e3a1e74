// A user in a drawer: invited, or changed. The role is a call of its own, which may ask for the administrator's password.
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { useDraftForm } from '#app/draftForm.ts';
import { notice, textOf } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { ianaZones, type timezones, zoneWords } from '#contract/lookups.ts';
import type { Role } from '#contract/permissions.ts';
import { type AdminUser, createUser, listUserRoles, listUsers, updateUser, updateUserRoles } from '#contract/userAdmin.ts';
import { listManageableBusinessUnits, type Person } from '#contract/users.ts';
import { FormDrawer } from '#ui/FormDrawer.tsx';
import { CheckField, ChoiceField, TextField } from '#ui/FormFields.tsx';
import { UserLicences } from '#web/areas/messaging/compliance/UserLicences.tsx';
import { ManagerPicker } from './ManagerPicker.tsx';
import { MoveNote } from './MoveEffect.tsx';
import { UserFacts } from './UserFacts.tsx';

type Timezone = (typeof timezones)[number];

type Values = {
  first_name: string;
  last_name: string;
  email: string;
  account_type: Role;
  business_unit_id: number;
  manager: Person | null;
  title: string;
  timezone: Timezone;
  relationship_manager: boolean;
};

const zoneLabels = Object.fromEntries(Object.entries(ianaZones).map(([zone, iana]) => [zone, zoneWords(iana)]));
const handles = ['invalid', 'users.login_taken', 'users.circle', 'users.last_admin'] as const;

export function UserForm({ user, onClose }: { user: AdminUser | undefined; onClose: () => void }) {
  const me = useMe();
  const units = useQuery(queryOf(listManageableBusinessUnits)).data?.data ?? [];
  const [error, setError] = useState<string>();
  const { form, drop, discard, changed } = useDraftForm<Values>({
    name: user ? `user:${user.id}` : 'user:new',
    what: user ? `the changes to ${user.name}` : 'the new user',
    initialValues: user ? valuesOf(user) : { ...emptyUser, business_unit_id: me.business_unit.id, timezone: me.timezone },
  });
  const options = { invalidates: [listUsers], form: true, handles };
  const create = useSend(createUser, options);
  const update = useSend(updateUser, options);
  const updateRole = useSend(updateUserRoles, options);
  const roles = useQuery(queryOf(listUserRoles)).data?.data ?? [];
  // A role that you may not give is shown for a user with that role only.
  const roleChoices = roles.filter(({ value, can }) => can.assign || value === user?.account_type);
  const { manager } = form.values;

  const save = form.onSubmit(async (all) => {
    const { manager, account_type, ...values } = all;
    setError(undefined);
    try {
      if (!user) await create.mutateAsync({ body: { ...values, manager_id: manager?.id ?? null, account_type } });
      else {
        const { manager: moved, account_type: _, ...others } = changed(all);
        const body = { ...others, ...(moved !== undefined && { manager_id: moved?.id ?? null }) };
        if (Object.keys(body).length > 0) await update.mutateAsync({ params: { id: user.id }, body });
        if (account_type !== user.account_type)
          await updateRole.mutateAsync({ params: { id: user.id }, body: { roles: [account_type] } });
      }
      drop();
      onClose();
      notice.done(user ? `Saved ${values.first_name} ${values.last_name}` : `Mailed an invitation to ${values.email}`);
    } catch (refused) {
      if (!isRefused(refused, ...handles)) return; // the notice has said it
      form.setErrors({ ...refused.fieldErrors, manager: refused.fieldErrors.manager_id });
      if (Object.keys(refused.fieldErrors).length === 0) setError(textOf(refused));
    }
  });

  return (
    <FormDrawer
      title={user ? user.name : 'Invite a user'}
      error={error}
      submit={user ? 'Save' : 'Mail the invitation'}
      busy={create.isPending || update.isPending || updateRole.isPending}
      onSubmit={save}
      onClose={onClose}
      onDiscard={() => {
        discard();
        onClose();
      }}
    >
      <TextField form={form} path="first_name" label="First name" maxLength={60} focus />
      <TextField form={form} path="last_name" label="Last name" maxLength={60} />
      <TextField form={form} path="email" label="E-mail" type="email" maxLength={254} />
      <ChoiceField
        form={form}
        path="account_type"
        label="Role"
        disabled={user?.id === me.id}
        words={Object.fromEntries(roleChoices.map(({ value, label }) => [value, label]))}
      />
      <TextField form={form} path="title" label="Title" placeholder="Licensed insurance agent" maxLength={80} />
      <Select
        label="Business unit"
        data={units.map(({ id, name }) => ({ value: String(id), label: name }))}
        allowDeselect={false}
        searchable={units.length > 8}
        {...form.getInputProps('business_unit_id')}
        value={String(form.values.business_unit_id)}
        onChange={(id) => id && form.setFieldValue('business_unit_id', Number(id))}
      />
      <ManagerPicker label="Manager" except={user?.id} {...form.getInputProps('manager')} />
      {user && manager?.id !== user.manager?.id && <MoveNote person={user} to={manager} />}
      <ChoiceField form={form} path="timezone" label="Time zone" words={zoneLabels} />
      <CheckField form={form} path="relationship_manager" label="Relationship manager" />
      {user && <UserFacts user={user} />}
      {user && <UserLicences userId={user.id} readOnly={!user.can.update} />}
    </FormDrawer>
  );
}

const emptyUser = {
  first_name: '',
  last_name: '',
  email: '',
  account_type: 'agent' as const,
  manager: null,
  title: '',
  relationship_manager: false,
};

const valuesOf = ({
  first_name,
  last_name,
  email,
  account_type,
  business_unit,
  manager,
  title,
  timezone,
  relationship_manager,
}: AdminUser): Values => ({
  first_name,
  last_name,
  email,
  account_type,
  business_unit_id: business_unit.id,
  manager,
  title,
  timezone,
  relationship_manager,
});
