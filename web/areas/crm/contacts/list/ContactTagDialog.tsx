// Adds and removes tags on everything selected, as a job that the banner follows.
import { useState } from 'react';
import { useIsSending, useSend } from '#app/queries.ts';
import { counted } from '#contract/kit/formats.ts';
import { createTag, type Tag, updateTagsGroup } from '#contract/tags.ts';
import { FormLayout } from '#ui/FormLayout.tsx';
import { TagPicker } from '#web/areas/crm/tags/TagPicker.tsx';
import { ContactSelectionDialog, followed, type OnSelection } from './ContactSelectionDialog.tsx';
import { toContract } from './contacts.selection.ts';

export function ContactTagDialog(about: OnSelection) {
  const { selection, scope, count, onClose } = about;
  const [add, setAdd] = useState<Tag[]>([]);
  const [remove, setRemove] = useState<Tag[]>([]);
  const [missing, setMissing] = useState(false);
  const send = useSend(updateTagsGroup, {
    onDone: followed(about),
  });
  // A new tag belongs to the chosen ones as soon as it is saved.
  const isMaking = useIsSending(createTag);
  const contacts = counted(count, 'contact');
  const inside = { comboboxProps: { withinPortal: true, zIndex: 1000 } };

  return (
    <ContactSelectionDialog verb="Tag" about={about}>
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
    </ContactSelectionDialog>
  );
}
