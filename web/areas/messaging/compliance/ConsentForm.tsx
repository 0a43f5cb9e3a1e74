// The contact agreed, took it back, or asked for information.
import { Checkbox, SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { isRefused } from '#app/api.ts';
import { LeaveGuard } from '#app/LeaveGuard.tsx';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { getMayContact, listContactConsents, recordContactConsent } from '#contract/compliance.ts';
import { type Channel, channels, consentKinds, scopesOfConsent } from '#contract/complianceLists.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { getContact } from '#contract/contacts.ts';
import { FormDrawer } from '#ui/FormDrawer.tsx';
import { momentAt, wallTimeIn } from '#ui/moments.ts';
import { channelWords, consentWords, scopeWords } from './compliance.labels.ts';

const abouts = {
  given: 'Marketing texts need this. It also allows calls to numbers on a do-not-call list.',
  revoked: 'Every address of the contact stops at once for what you choose. Only a new consent, or an administrator, lifts it.',
  inquiry: 'The contact may be called for three months, even where the number is on a do-not-call list.',
};

export function ConsentForm({ id, onClose }: { id: number; onClose: () => void }) {
  const { timezone } = useMe();
  const form = useForm({
    initialValues: {
      kind: 'given' as (typeof consentKinds)[number],
      channels: ['text', 'call'] as Channel[],
      purpose: 'marketing' as (typeof scopesOfConsent)[number],
      text: '',
      at: wallTimeIn(timezone, new Date().toISOString()),
      source: '',
      ip: '',
    },
    validate: {
      channels: (chosen) => (chosen.length > 0 ? null : 'Choose at least one'),
      text: (text) => (text.trim() ? null : 'Write what was said'),
      at: (at) => (momentAt(timezone, at) ? null : 'Say when'),
    },
  });
  const record = useSend(recordContactConsent, {
    invalidates: [getMayContact, listContactConsents, listContactTimeline, getContact],
    form: true,
    onDone: () => {
      notice.done('Recorded it');
      onClose();
    },
  });
  const { kind } = form.values;
  return (
    <FormDrawer
      title="Record a consent"
      submit="Record"
      busy={record.isPending}
      onSubmit={form.onSubmit(({ at, ...body }) =>
        record.mutate(
          { params: { id }, body: { ...body, at: momentAt(timezone, at) } },
          { onError: (error) => isRefused(error, 'invalid') && form.setErrors(error.fieldErrors) },
        ),
      )}
      onClose={onClose}
    >
      <LeaveGuard when={form.isDirty() && !record.isSuccess} />
      <SegmentedControl
        fullWidth
        orientation="vertical"
        aria-label="What the contact did"
        data={consentKinds.map((value) => ({ value, label: consentWords[value] }))}
        {...form.getInputProps('kind')}
      />
      <Text c="dimmed" size="sm">
        {abouts[kind]}
      </Text>
      <Checkbox.Group label="For" {...form.getInputProps('channels')}>
        {channels.map((channel) => (
          <Checkbox key={channel} mt="xs" value={channel} label={channelWords[channel]} />
        ))}
      </Checkbox.Group>
      <Select
        label="About"
        allowDeselect={false}
        data={scopesOfConsent.map((value) => ({ value, label: scopeWords[value] }))}
        {...form.getInputProps('purpose')}
      />
      <Textarea
        label="In these words"
        placeholder={kind === 'revoked' ? 'Please stop calling me' : 'I agree to be called and texted about insurance'}
        autosize
        minRows={3}
        maxLength={4000}
        data-autofocus
        {...form.getInputProps('text')}
      />
      <TextInput type="datetime-local" label="When" {...form.getInputProps('at')} />
      <TextInput label="Where" placeholder="A form, a page, on the phone" maxLength={200} {...form.getInputProps('source')} />
      {kind === 'given' && <TextInput label="IP address" maxLength={45} {...form.getInputProps('ip')} />}
    </FormDrawer>
  );
}
