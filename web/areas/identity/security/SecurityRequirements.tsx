// Requires a second factor from everyone or some roles, and new passwords from everyone.
import { Button, MultiSelect, Switch, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { LeaveGuard } from '#app/LeaveGuard.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { askWhoIAm, useMe } from '#app/session.ts';
import { roles } from '#contract/permissions.ts';
import { roleName } from '#contract/roles.ts';
import { getSecurity, requirePasswordChange, type SecurityOverview, updateSecurity } from '#contract/security.ts';
import { later } from '#ui/later.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './SecurityPage.module.css';

const ConfirmDialog = later(() => import('#ui/ConfirmDialog.tsx').then((module) => module.ConfirmDialog));
const SecurityOfOne = later(() => import('./SecurityOfOne.tsx').then((module) => module.SecurityOfOne));

export function SecurityRequirements() {
  const security = useQuery({ ...queryOf(getSecurity), staleTime: 0 });
  if (security.error && !security.data) return <FailedQuery query={security} />;
  if (!security.data) return <SkeletonLines lines={6} height={18} />;
  return (
    <>
      <TwoFactorRequirement security={security.data} />
      <NewPasswords security={security.data} />
      <Suspense fallback={<SkeletonLines lines={4} height={18} />}>
        <SecurityOfOne />
      </Suspense>
    </>
  );
}

function TwoFactorRequirement({ security }: { security: SecurityOverview }) {
  const me = useMe();
  const { require_two_factor, two_factor_roles, people, with_two_factor } = security;
  const form = useForm({ initialValues: { require_two_factor, two_factor_roles } });
  const save = useSend(updateSecurity, {
    invalidates: [getSecurity],
    onDone: () => {
      form.resetDirty();
      notice.done('Saved');
      void askWhoIAm(); // the administrator may now have a missing step too
    },
  });
  const { values } = form;
  const meetsOneself =
    !me['has_2fa_enabled?'] && (values.require_two_factor || values.two_factor_roles.includes(me.profile.account_type));

  return (
    <form className={classes.part} onSubmit={form.onSubmit((body) => save.mutate({ body }))}>
      <LeaveGuard when={form.isDirty()} />
      <Title order={2} size="h3">
        A second factor
      </Title>
      <Text mt={4}>
        {with_two_factor} of {people} people {with_two_factor === 1 ? 'has' : 'have'} one. People who need one and have none must
        set it up before anything else is open; who comes in by single sign-on needs none here.
      </Text>
      <fieldset className={`group ${classes.fields}`} disabled={save.isPending}>
        <Switch label="Everyone needs one" {...form.getInputProps('require_two_factor', { type: 'checkbox' })} />
        <MultiSelect
          className={classes.roles ?? ''}
          label="Otherwise, these roles need one"
          placeholder={values.two_factor_roles.length === 0 ? 'No role' : ''}
          disabled={values.require_two_factor}
          data={roles.map((role) => ({ value: role, label: roleName(role, me.company.variant) }))}
          {...form.getInputProps('two_factor_roles')}
        />
        {meetsOneself && <Text c="dimmed">You have no second factor yet. After you save this, you must set one up.</Text>}
        <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
          Save
        </Button>
      </fieldset>
    </form>
  );
}

function NewPasswords({ security: { people, must_change_password } }: { security: SecurityOverview }) {
  const [asking, setAsking] = useState(false);
  const ask = useSend(requirePasswordChange, {
    invalidates: [getSecurity],
    onDone: ({ asked }) => {
      setAsking(false);
      notice.done(`${asked} ${asked === 1 ? 'person' : 'people'} must choose a new password`);
    },
  });
  return (
    <section className={classes.part}>
      <Title order={2} size="h3">
        New passwords
      </Title>
      <Text mt={4}>
        If others may know your people’s passwords, require new ones.
        {must_change_password > 0 &&
          ` ${must_change_password} of ${people} people ${must_change_password === 1 ? 'has' : 'have'} yet to do so.`}
      </Text>
      <div className={classes.fields}>
        <Button variant="default" onClick={() => setAsking(true)}>
          Require new passwords from everyone
        </Button>
      </div>
      <Suspense>
        {asking && (
          <ConfirmDialog
            opened
            title="Require new passwords from everyone?"
            action="Require new passwords"
            busy={ask.isPending}
            onConfirm={() => ask.mutate({ body: {} })}
            onClose={() => setAsking(false)}
          >
            Everyone but you must choose a new password at once, even in the middle of their work. Nobody is signed out. You
            cannot undo this.
          </ConfirmDialog>
        )}
      </Suspense>
    </section>
  );
}
