// Whether single sign-on is on, who must use it, and what happens to unknown people.
import { Select, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { roles } from '#contract/permissions.ts';
import { roleName } from '#contract/roles.ts';
import { listManageableBusinessUnits } from '#contract/users.ts';
import classes from './SsoSettings.module.css';
import type { SsoForm } from './sso.form.ts';

export function SsoRules({ form, isVerified }: { form: UseFormReturnType<SsoForm>; isVerified: boolean }) {
  const { variant } = useMe().company;
  const units = useQuery(queryOf(listManageableBusinessUnits)).data?.data ?? [];
  const { enabled, creates_users } = form.values;
  const box = (field: keyof SsoForm) => form.getInputProps(field, { type: 'checkbox' });

  return (
    <div className={classes.fields}>
      <Switch
        label="People may sign in at the provider"
        description={isVerified || enabled ? undefined : 'Verify a domain first'}
        disabled={!isVerified && !enabled}
        {...box('enabled')}
        onChange={({ currentTarget: { checked } }) => {
          form.setFieldValue('enabled', checked);
          if (!checked) form.setFieldValue('required', false);
        }}
      />
      <Switch
        label="Turn off sign-in with a password"
        description="Administrators keep theirs, for when the provider is down. Everyone else who signed in with a password is signed out"
        disabled={!enabled}
        {...box('required')}
      />
      <Switch
        label="End a session when the provider ends its own"
        description="Asks the provider every ten minutes. The provider must give refresh tokens"
        {...box('follows_provider')}
      />
      <Switch
        label="Create an account on first sign-in"
        description="For people without an account. Otherwise they are told to ask you for one"
        {...box('creates_users')}
      />
      {creates_users && (
        <div className={classes.newcomers}>
          <Select
            label="Their role"
            allowDeselect={false}
            data={offered.map((role) => ({ value: role, label: roleName(role, variant) }))}
            {...form.getInputProps('default_role')}
          />
          <Select
            label="Their business unit"
            placeholder="The first one"
            clearable
            data={units.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.getInputProps('business_unit_id')}
          />
        </div>
      )}
    </div>
  );
}

/** Nobody becomes an administrator by single sign-on. */
const offered = roles.filter((role) => role !== 'admin' && role !== 'sub_admin');
