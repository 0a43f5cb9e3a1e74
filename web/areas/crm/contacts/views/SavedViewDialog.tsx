// The name of a view, and whether the team sees it: for a new one, or to change one.
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { notice, textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import type { ContactsScopeInput } from '#contract/contactsScope.ts';
import type { ViewLayout } from '#contract/savedViewLists.ts';
import { countSavedViews, createSavedView, type SavedView, updateSavedView } from '#contract/savedViews.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { keepView } from './savedViews.kept.ts';

/** Said in the form. */
const limits = ['saved_views.too_many', 'saved_views.too_many_shared', 'saved_views.policy_number'] as const;
const handles = ['saved_views.stale', ...limits] as const;

export function SavedViewDialog({
  view: stored,
  content,
  onSaved,
  onClose,
}: {
  /** The one to change. */
  view?: SavedView;
  /** Of a new one. */
  content?: { scope: ContactsScopeInput; columns: string[]; layout: ViewLayout };
  onSaved?: (view: SavedView) => void;
  onClose: () => void;
}) {
  const me = useMe();
  const [view, setView] = useState(stored);
  const form = useForm({
    initialValues: { name: view?.name ?? '', shared: view?.shared ?? false },
    validate: { name: (name) => (name.trim() ? null : 'Enter a name') },
  });
  const options = {
    form: true,
    handles,
    invalidates: [countSavedViews],
    onDone(saved: SavedView) {
      keepView(saved);
      notice.done(view ? `Changed ${saved.name}` : `Saved ${saved.name}`);
      onSaved?.(saved);
      onClose();
    },
  };
  const create = useSend(createSavedView, options);
  const update = useSend(updateSavedView, options);
  const onError = (error: Error) => {
    if (isRefused(error, 'saved_views.stale')) return setView((error.problem.data as { current: SavedView }).current);
    if (isRefused(error, 'invalid') || isRefused(error, 'saved_views.name_taken')) form.setErrors(error.fieldErrors);
  };
  const submit = form.onSubmit(({ name, shared }) => {
    if (!view) return create.mutate({ body: { ...content, name, shared } }, { onError });
    const body = { name, ...(view.can.share && { shared }), version: view.version };
    update.mutate({ params: { id: view.id }, body }, { onError });
  });
  const isStale = isRefused(update.error, 'saved_views.stale');
  const failed = create.error ?? update.error;
  const mayShare = view ? view.can.share : me.can['team.lead'];

  return (
    <Dialog title={view ? `Change “${view.name}”` : 'Save as view'} size="sm" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <FormError>
            {isStale && view
              ? `${view.updated_by.name} changed this view meanwhile: it is called “${view.name}” now. Save again to give it your name.`
              : isRefused(failed, ...limits) && textOf(failed)}
          </FormError>
          <TextInput label="Name" maxLength={60} data-autofocus {...form.getInputProps('name')} />
          {mayShare && (
            <Checkbox
              label="Share with my team"
              description="Everyone in your reach sees it among their views, each with their own contacts."
              {...form.getInputProps('shared', { type: 'checkbox' })}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending || update.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
