// Sends a template to everything selected, now or later. Its page then shows who gets it, and who does not and why.
import { Radio, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listReadyEmails } from '#contract/emails.ts';
import { counted } from '#contract/kit/formats.ts';
import type { SendPurpose } from '#contract/sendLists.ts';
import { listSends, mailGroup, sendBroadcastEmail } from '#contract/sends.ts';
import { FormLayout } from '#ui/FormLayout.tsx';
import { momentAt } from '#ui/moments.ts';
import { ContactSelectionDialog, type OnSelection } from './ContactSelectionDialog.tsx';
import { toContract } from './contacts.selection.ts';

export function ContactMailDialog(about: OnSelection) {
  const { selection, scope, count, onClose, onDone } = about;
  const { timezone, can } = useMe();
  const navigate = useNavigate();
  /** A second press, or a retry after a lost answer, is the same mailing. */
  const [onceKey] = useState(() => crypto.randomUUID());
  const templates = useQuery(queryOf(listReadyEmails, { query: {} }));
  const form = useForm({
    initialValues: { email_id: null as string | null, purpose: 'marketing' as SendPurpose, from: 'me', when: 'now', at: '' },
    validate: {
      email_id: (id) => id === null && 'Choose a template',
      at: (at, { when }) => when === 'later' && momentAt(timezone, at) === '' && 'Choose a day and an hour',
    },
  });
  const { from, when, email_id } = form.getValues();
  const options = {
    form: true,
    handles: ['mail.not_configured'] as const,
    invalidates: [listSends],
    onDone: ({ id }: { id: number }) => {
      onClose();
      onDone();
      void navigate({ to: '/mailings/$id', params: { id: String(id) } });
    },
  };
  const group = useSend(mailGroup, options);
  const broadcast = useSend(sendBroadcastEmail, options);
  const chosen = from === 'company' ? broadcast : group;
  const rows = templates.data?.data ?? [];
  const subject = rows.find(({ id }) => String(id) === email_id)?.subject;

  const submit = form.onSubmit(({ email_id, purpose, at }) => {
    const body = {
      ...toContract(selection, scope),
      email_id: Number(email_id),
      purpose,
      ...(when === 'later' && { send_now: false, send_at: momentAt(timezone, at) }),
    };
    chosen.mutate(
      { body, onceKey },
      {
        onError: (refused) =>
          isRefused(refused, 'invalid') && form.setErrors({ ...refused.fieldErrors, at: refused.fieldErrors.send_at }),
      },
    );
  });

  return (
    <ContactSelectionDialog verb="Mail" about={about} size="lg">
      <FormLayout
        submit={when === 'later' ? 'Plan the mailing' : `Send to ${counted(count, 'contact')}`}
        busy={chosen.isPending}
        error={isRefused(chosen.error, 'mail.not_configured') && chosen.error.message}
        onCancel={onClose}
        onSubmit={submit}
      >
        <Select
          label="Template"
          description={subject && `Subject: ${subject}`}
          placeholder={templates.isPending ? 'Loading' : 'Choose a template'}
          searchable
          data-autofocus
          nothingFoundMessage={
            rows.length === 0 ? 'There is no template yet: add one under Admin, E-mails' : 'No template has this name'
          }
          data={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.getInputProps('email_id')}
        />
        <Radio.Group label="Purpose" {...form.getInputProps('purpose')}>
          <Stack gap="xs" mt="xs">
            <Radio value="marketing" label="Marketing" description="An offer or news. Those who opted out do not get it" />
            <Radio value="service" label="Service" description="About what a client has already, such as a renewal" />
          </Stack>
        </Radio.Group>
        {can['messages.broadcast'] && (
          <div>
            <Text size="sm" fw={500} mb={4}>
              In whose name
            </Text>
            <SegmentedControl
              aria-label="In whose name"
              data={[
                { value: 'me', label: 'In my name' },
                { value: 'company', label: 'In the company’s name' },
              ]}
              {...form.getInputProps('from')}
            />
          </div>
        )}
        <div>
          <Text size="sm" fw={500} mb={4}>
            When
          </Text>
          <SegmentedControl
            aria-label="When"
            data={[
              { value: 'now', label: 'Now' },
              { value: 'later', label: 'Later' },
            ]}
            {...form.getInputProps('when')}
          />
        </div>
        {when === 'later' && (
          <TextInput type="datetime-local" label="Day and hour" description="By your clock" {...form.getInputProps('at')} />
        )}
        <Text c="dimmed" size="sm">
          Each contact is checked before the mail goes out. You see who does not get it, and why.
        </Text>
      </FormLayout>
    </ContactSelectionDialog>
  );
}
