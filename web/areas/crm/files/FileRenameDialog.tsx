// Renames a file: its ending is not selected, so that typing keeps it.
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { useSend } from '#app/queries.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { type ContactFile, listContactFiles, updateContactFile } from '#contract/files.ts';
import { Dialog } from '#ui/Dialog.tsx';

export function FileRenameDialog({ contactId, file, onClose }: { contactId: number; file: ContactFile; onClose: () => void }) {
  const [name, setName] = useState(file.name);
  const rename = useSend(updateContactFile, {
    invalidates: [listContactFiles, listContactTimeline],
    form: true,
    onDone: onClose,
  });
  const error = isRefused(rename.error, 'invalid') ? rename.error.fieldErrors.name : undefined;
  return (
    <Dialog title="Rename the file" size="sm" onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate({ params: { id: contactId, fileId: file.id }, body: { name } });
        }}
      >
        <TextInput
          label="Name"
          data-autofocus
          maxLength={200}
          value={name}
          error={error}
          onChange={(event) => setName(event.currentTarget.value)}
          onFocus={(event) => {
            const dot = event.currentTarget.value.lastIndexOf('.');
            if (dot > 0) event.currentTarget.setSelectionRange(0, dot);
          }}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={rename.isPending}>
            Rename
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
