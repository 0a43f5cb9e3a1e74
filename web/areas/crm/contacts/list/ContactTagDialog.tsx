// Adds and removes tags on everything selected, as a job that the banner follows.
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useIsSending, useSend } from '#app/queries.ts';
import type { ContactsScopeInput } from '#contract/contactsScope.ts';
import { createTag, type Tag, updateTagsGroup } from '#contract/tags.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { followBulk } from '#web/areas/crm/bulk/bulk.banner.ts';
import { TagPicker } from '#web/areas/crm/tags/TagPicker.tsx';
import { type Selection, toContract, wordsOf } from './contacts.selection.ts';

export function ContactTagDialog({
  selection,
  scope,
  count,
  onClose,
  onDone,
}: {
  selection: Selection;
  scope: ContactsScopeInput;
  /** How many contacts exactly. */
  count: number;
  onClose: () => void;
  onDone: () => void;
}) {
  const [add, setAdd] = useState<Tag[]>([]);
  const [remove, setRemove] = useState<Tag[]>([]);
  const [missing, setMissing] = useState(false);
  const send = useSend(updateTagsGroup, {
    onDone: (action) => {
      followBulk(action);
      onClose();
      onDone();
    },
  });
  // A new tag belongs to the chosen ones as soon as it is saved.
  const isMaking = useIsSending(createTag);
  const contacts = `${count.toLocaleString('en-US')} ${count === 1 ? 'contact' : 'contacts'}`;
  const words = wordsOf(selection);
  const inside = { comboboxProps: { withinPortal: true, zIndex: 1000 } };

  return (
    <Dialog onClose={onClose} title={`Tag ${contacts}`}>
      {words && (
        <Text c="dimmed" mb="sm">
          This is {words}.
        </Text>
      )}
      <FormLayout
        submit={`Tag ${contacts}`}
        busy={send.isPending || isMaking}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          if (add.length + remove.length === 0) return setMissing(true);
          send.mutate({
            body: { ...toContract(selection, scope), tags: add.map(({ id }) => id), remove_tags: remove.map(({ id }) => id) },
          });
        }}
      >
        <TagPicker
          {...inside}
          label="Add tags"
          data-autofocus
          value={add}
          onChange={(tags) => {
            setAdd(tags);
            setMissing(false);
          }}
          error={missing && 'Choose a tag to add or to remove'}
        />
        <TagPicker {...inside} label="Remove tags" canCreate={false} value={remove} onChange={setRemove} />
      </FormLayout>
    </Dialog>
  );
}
