// Sends a template to everything selected, now or later: first what and when, then a review of who gets it, and of the mail.
import { Radio, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listReadyEmails } from '#contract/emails.ts';
import type { SendPurpose } from '#contract/sendLists.ts';
import { listSends, mailGroup, sendBroadcastEmail } from '#contract/sends.ts';
import { FormLayout } from '#ui/FormLayout.tsx';
import { momentAt } from '#ui/moments.ts';
import { Typeahead } from '#ui/Typeahead.tsx';
import { ContactMailReview } from './ContactMailReview.tsx';
import { ContactSelectionDialog, type OnSelection } from './ContactSelectionDialog.tsx';
import { toContract } from './contacts.selection.ts';

export function ContactMailDialog(about: OnSelection) {
  const { selection, scope, onClose, onDone } = about;
  const { timezone, can } = useMe();
  const navigate = useNavigate();
  /** A second press, or a retry after a lost answer, is the same mailing. */
  const [onceKey] = useState(() => crypto.randomUUID());
  const [q, setQ] = useState('');
  const [template, setTemplate] = useState<{ value: string; label: string; hint?: string } | null>(null);
  const [reviews, setReviews] = useState(false);
  const templates = useQuery({ ...queryOf(listReadyEmails, { query: { q } }), placeholderData: keepPreviousData });
  const form = useForm({
    initialValues: { email_id: null as string | null, purpose: 'marketing' as SendPurpose, from: 'me', when: 'now', at: '' },
    validate: {
      email_id: (id) => id === null && 'Choose a template',
      at(at, { when }) {
        if (when !== 'later') return null;
        const moment = momentAt(timezone, at);
        if (moment === '') return 'Choose a day and an hour';
        return Date.parse(moment) < Date.now() ? 'This moment has passed' : null;
      },
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

  const send = form.onSubmit(({ email_id, purpose, at }) => {
    const body = {
      ...toContract(selection, scope),
      email_id: Number(email_id),
      purpose,
      ...(when === 'later' && { send_now: false, send_at: momentAt(timezone, at) }),
    };
    chosen.mutate(
      { body, onceKey },
      {
        onError(refused) {
          if (!isRefused(refused, 'invalid')) return;
          form.setErrors({ ...refused.fieldErrors, at: refused.fieldErrors.send_at });
          setReviews(false);
        },
      },
    );
  });

  if (reviews && email_id !== null)
    return (
      <ContactSelectionDialog verb="Mail" about={about} size="lg">
        <ContactMailReview
          emailId={Number(email_id)}
          asked={{
            ...toContract(selection, scope),
            channel: 'email',
            purpose: form.getValues().purpose,
            agent: from === 'company' ? 'owner' : 'me',
            ...(when === 'later' && { at: momentAt(timezone, form.getValues().at) }),
          }}
          submit={when === 'later' ? 'Plan the mailing' : 'Send the mailing'}
          busy={chosen.isPending}
          error={isRefused(chosen.error, 'mail.not_configured') && chosen.error.message}
          onBack={() => setReviews(false)}
          onSend={() => send()}
        />
      </ContactSelectionDialog>
    );
  return (
    <ContactSelectionDialog verb="Mail" about={about} size="lg">
      <FormLayout submit="Review" onCancel={onClose} onSubmit={form.onSubmit(() => setReviews(true))}>
        <Typeahead
          label="Template"
          description={template?.hint && `Subject: ${template.hint}`}
          placeholder={
            templates.data?.data.length === 0 && q === ''
              ? 'There is no template yet: add one under Admin, E-mails'
              : 'Choose a template'
          }
          options={templates.data?.data.map(({ id, name, subject }) => ({ value: String(id), label: name, hint: subject }))}
          onSearch={setQ}
          value={template}
          onChange={(option) => {
            setTemplate(option);
            form.setFieldValue('email_id', option?.value ?? null);
          }}
          error={form.errors.email_id}
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
      </FormLayout>
    </ContactSelectionDialog>
  );
}
