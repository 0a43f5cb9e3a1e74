// The contact agreed to texts, or took it back, with the proof of it.
import { SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { isRefused } from '#app/api.ts';
import { LeaveGuard } from '#app/LeaveGuard.tsx';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { getMayContact, listContactConsents } from '#contract/compliance.ts';
import { scopesOfConsent } from '#contract/complianceLists.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { getContact } from '#contract/contacts.ts';
import { updatePermission } from '#contract/texting.ts';
import { FormDrawer } from '#ui/FormDrawer.tsx';
import { momentAt, wallTimeIn } from '#ui/moments.ts';
import { scopeWords } from './compliance.labels.ts';

export function TextPermissionForm({ contactId, onClose }: { contactId: number; onClose: () => void }) {
  const { timezone } = useMe();
  const form = useForm({
    initialValues: {
      permission: 'yes' as 'yes' | 'no',
      purpose: 'marketing' as (typeof scopesOfConsent)[number],
      text: '',
      at: wallTimeIn(timezone, new Date().toISOString()),
      source: '',
    },
    validate: {
      text: (text) => (text.trim() ? null : 'Write what was said'),
      at: (at) => (momentAt(timezone, at) ? null : 'Say when'),
    },
  });
  const record = useSend(updatePermission, {
    invalidates: [getMayContact, listContactConsents, listContactTimeline, getContact],
    form: true,
    onDone: () => {
      notice.done(form.values.permission === 'yes' ? 'Recorded the consent to texts' : 'Texts to this contact have stopped');
      onClose();
    },
  });
  const agreed = form.values.permission === 'yes';
  return (
    <FormDrawer
      title="Consent to texts"
      submit="Record"
      busy={record.isPending}
      onSubmit={form.onSubmit(({ at, permission, ...body }) =>
        record.mutate(
          { body: { ...body, contact_id: contactId, permission: permission === 'yes', at: momentAt(timezone, at) } },
          { onError: (error) => isRefused(error, 'invalid') && form.setErrors(error.fieldErrors) },
        ),
      )}
      onClose={onClose}
    >
      <LeaveGuard when={form.isDirty() && !record.isSuccess} />
      <SegmentedControl
        fullWidth
        aria-label="What the contact said"
        data={[
          { value: 'yes', label: 'Agreed to texts' },
          { value: 'no', label: 'Took it back' },
        ]}
        {...form.getInputProps('permission')}
      />
      <Text c="dimmed" size="sm">
        {agreed
          ? 'Marketing texts need this. The words are the proof, so write them as they were said.'
          : 'Texts stop at once. Only a new consent, or an administrator, lifts it.'}
      </Text>
      <Select
        label="About"
        allowDeselect={false}
        data={scopesOfConsent.map((value) => ({ value, label: scopeWords[value] }))}
        {...form.getInputProps('purpose')}
      />
      <Textarea
        label="In these words"
        placeholder={agreed ? 'I agree to be texted about insurance' : 'Please stop texting me'}
        autosize
        minRows={3}
        maxLength={4000}
        data-autofocus
        {...form.getInputProps('text')}
      />
      <TextInput type="datetime-local" label="When" {...form.getInputProps('at')} />
      <TextInput label="Where" placeholder="A form, a page, on the phone" maxLength={200} {...form.getInputProps('source')} />
    </FormDrawer>
  );
}
