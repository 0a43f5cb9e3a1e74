// Single sign-on settings: addresses for the provider, the provider, the domains, and who can sign in.
import { Button, Group, PasswordInput, TagsInput, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { LeaveGuard } from '#app/LeaveGuard.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { productName } from '#app/session.ts';
import { deleteSsoConnection, getSsoConnection, type SsoConnection, updateSsoConnection } from '#contract/sso.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { SsoCopyLine } from './SsoCopyLine.tsx';
import { SsoDomainList } from './SsoDomainList.tsx';
import { SsoRules } from './SsoRules.tsx';
import classes from './SsoSettings.module.css';
import { errorsOf, formOf, type SsoForm, sendable } from './sso.form.ts';

export function SsoSettings() {
  const connection = useQuery({ ...queryOf(getSsoConnection), staleTime: 0 });
  if (connection.error && !connection.data) return <FailedQuery query={connection} />;
  if (!connection.data) return <SkeletonLines lines={8} height={18} />;
  const isSet = connection.data.issuer !== '';
  return (
    <>
      <AtProvider connection={connection.data} />
      <Settings key={isSet ? 'set' : 'new'} connection={connection.data} />
      {isSet && <Removal />}
    </>
  );
}

const AtProvider = ({ connection }: { connection: SsoConnection }) => (
  <section>
    <Title order={2} size="h3">
      At your provider
    </Title>
    <Text mt={4}>
      Register {productName()} with your company’s identity provider as a web application that signs in by OpenID Connect, with
      the authorization code flow and these addresses.
    </Text>
    <dl className={classes.lines}>
      <SsoCopyLine label="Redirect address" value={connection.redirect_url} />
      <SsoCopyLine label="After signing out" value={connection.logout_url} />
      <SsoCopyLine label="Back-channel logout" value={connection.backchannel_logout_url} />
    </dl>
  </section>
);

function Settings({ connection }: { connection: SsoConnection }) {
  const form = useForm<SsoForm>({
    initialValues: formOf(connection),
    validate: {
      issuer: (issuer) =>
        /^https?:\/\/./.test(issuer.trim()) ? null : 'Enter the provider’s address, as https://login.example.com',
      client_id: (id) => (id.trim() ? null : 'Enter the client id'),
    },
  });
  const save = useSend(updateSsoConnection, {
    invalidates: [getSsoConnection],
    form: true,
    handles: ['sso.discovery'],
    onDone: (saved) => {
      form.setInitialValues(formOf(saved));
      form.reset();
      notice.done('Saved');
    },
  });
  const submit = form.onSubmit((values) =>
    save.mutate(
      { body: sendable(values, connection.has_client_secret) },
      {
        onError: (error) => {
          if (isRefused(error, 'invalid')) form.setErrors(errorsOf(error.fieldErrors));
          if (isRefused(error, 'sso.discovery'))
            form.setFieldError('issuer', 'There is no discovery document at this address, or it names another address');
        },
      },
    ),
  );
  const isVerified = connection.domains.some(({ domain, verified }) => verified && form.values.domains.includes(domain));

  return (
    <form noValidate onSubmit={submit}>
      <LeaveGuard when={form.isDirty()} />
      <fieldset className="group" disabled={save.isPending}>
        <section className={classes.part}>
          <Title order={2} size="h3">
            Your provider
          </Title>
          <div className={classes.fields}>
            <TextInput
              label="Issuer"
              description="The address of the discovery document, without the part from /.well-known on. For Microsoft Entra use your own tenant’s, https://login.microsoftonline.com/<tenant id>/v2.0, and add two optional claims to the ID token: email and xms_edov."
              placeholder="https://login.example.com"
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              {...form.getInputProps('issuer')}
            />
            <TextInput label="Client id" autoComplete="off" spellCheck={false} {...form.getInputProps('client_id')} />
            <PasswordInput
              label="Client secret"
              description={
                connection.has_client_secret
                  ? 'A secret is saved but not shown. Enter another one to replace it'
                  : 'Leave it empty for a public client'
              }
              autoComplete="new-password"
              {...form.getInputProps('client_secret')}
            />
          </div>
        </section>
        <section className={classes.part}>
          <Title order={2} size="h3">
            E-mail domains
          </Title>
          <Text mt={4}>
            People with an e-mail address in one of these domains sign in at your provider. A domain counts after you verify that
            it belongs to your company.
          </Text>
          <div className={classes.fields}>
            <TagsInput
              label="Domains"
              description="Press Enter after each"
              placeholder={form.values.domains.length === 0 ? 'example.com' : ''}
              splitChars={[',', ' ']}
              maxTags={20}
              {...form.getInputProps('domains')}
            />
          </div>
          {connection.domains.length > 0 && <SsoDomainList domains={connection.domains} />}
        </section>
        <section className={classes.part}>
          <Title order={2} size="h3">
            Who can sign in
          </Title>
          <SsoRules form={form} isVerified={isVerified} />
        </section>
      </fieldset>
      <Group mt="lg">
        <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
          Save
        </Button>
      </Group>
    </form>
  );
}

function Removal() {
  const [asking, setAsking] = useState(false);
  const remove = useSend(deleteSsoConnection, {
    invalidates: [getSsoConnection],
    onDone: () => {
      setAsking(false);
      notice.done('Removed single sign-on');
    },
  });
  return (
    <section className={classes.part}>
      <Title order={2} size="h3">
        Remove single sign-on
      </Title>
      <Text mt={4} mb="sm">
        People then sign in with a password. People without one can ask for it on the sign-in page.
      </Text>
      <Button variant="default" onClick={() => setAsking(true)}>
        Remove single sign-on
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Remove single sign-on?"
        action="Remove it"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({})}
        onClose={() => setAsking(false)}
      >
        Everyone who signed in with it is signed out, except you. The settings and the secret are deleted. Any company that owns
        the domains can then claim them. You cannot undo this.
      </ConfirmDialog>
    </section>
  );
}
