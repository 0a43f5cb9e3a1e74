// One template of texts, in a drawer. Typed text is kept until it is saved or discarded.
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { useDraftForm } from '#app/draftForm.ts';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type EmailShare, emailShares } from '#contract/emailLists.ts';
import {
  createTextTemplate,
  deleteTextTemplate,
  listReadyTextTemplates,
  listTextTemplates,
  type TextTemplate,
  updateTextTemplate,
} from '#contract/textTemplates.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { FormDrawer } from '#ui/FormDrawer.tsx';
import { TextField, wrongInText } from './TextField.tsx';
import { sharedWords, shareWords } from './templates.labels.ts';

export function TextDrawer({ template, onClose }: { template: TextTemplate | null; onClose: () => void }) {
  const { id: myId, can } = useMe();
  const [deleting, setDeleting] = useState(false);
  const { form, drop, discard } = useDraftForm({
    name: `text:${template?.id ?? 'new'}`,
    initialValues: {
      name: template?.name ?? '',
      body: template?.body ?? '',
      share: (template?.share ?? 'private') as EmailShare,
    },
    what: 'your changes to the template',
    validate: {
      name: (name) => name.trim() === '' && 'Give the template a name',
      body: (body) => wrongInText(body) ?? (body.trim() === '' && 'Write something'),
    },
  });
  const invalidates = [listTextTemplates, listReadyTextTemplates];
  const options = {
    form: true,
    invalidates,
    handles: ['emails.stale'] as const,
    onDone({ name }: TextTemplate) {
      drop();
      onClose();
      notice.done(`Saved ${name}`);
    },
  };
  const create = useSend(createTextTemplate, options);
  const update = useSend(updateTextTemplate, options);
  const remove = useSend(deleteTextTemplate, {
    invalidates,
    onDone() {
      drop();
      onClose();
      notice.done(`Deleted ${template?.name ?? 'the template'}`);
    },
  });
  const mayEdit = template?.can.update ?? true;
  const isMine = !template || template.owner.id === myId;
  const stored = template?.share ?? 'private';
  const shares = emailShares.filter(
    (share) => share === stored || share === 'private' || can[share === 'team' ? 'team.lead' : 'emails.manage'],
  );
  const { body, share } = form.getValues();
  return (
    <FormDrawer
      title={template?.name ?? 'New template of texts'}
      submit={template ? 'Save' : 'Add the template'}
      error={
        isRefused(update.error, 'emails.stale')
          ? 'Someone else changed this template meanwhile. Cancel, then open it again to see theirs.'
          : !mayEdit && 'You can use this template, but not change it.'
      }
      busy={create.isPending || update.isPending}
      also={
        template &&
        mayEdit && (
          <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )
      }
      onSubmit={form.onSubmit((values) => {
        const then = { onError: (error: Error) => isRefused(error, 'invalid', 'forbidden') && form.setErrors(error.fieldErrors) };
        if (!mayEdit) onClose();
        else if (template) update.mutate({ params: { id: template.id }, body: { ...values, version: template.version } }, then);
        else create.mutate({ body: values }, then);
      })}
      onClose={onClose}
      onDiscard={() => {
        discard();
        onClose();
      }}
    >
      <TextInput label="Name" data-autofocus maxLength={100} readOnly={!mayEdit} {...form.getInputProps('name')} />
      <TextField label="Words" value={body} error={form.errors.body} onChange={(next) => form.setFieldValue('body', next)} />
      <Select
        label="Who sees it"
        allowDeselect={false}
        disabled={!mayEdit}
        data={shares.map((each) => ({ value: each, label: isMine ? shareWords[each] : sharedWords[each] }))}
        value={share}
        error={form.errors.share}
        onChange={(next) => form.setFieldValue('share', (next ?? 'private') as EmailShare)}
      />
      {template && (
        <ConfirmDialog
          opened={deleting}
          title={`Delete ${template.name}?`}
          action="Delete the template"
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ params: { id: template.id } })}
          onClose={() => setDeleting(false)}
        >
          Texts that were sent with it stay as they are. You cannot undo this.
        </ConfirmDialog>
      )}
    </FormDrawer>
  );
}
