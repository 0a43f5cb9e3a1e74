// Gives a field the value that it had before an entry of the timeline, after a look at both values.
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { restoreContactValue, type TimelineEntry } from '#contract/contactHistory.ts';
import type { Contact } from '#contract/contacts.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { refreshPage, showContact } from './contactPage.api.ts';
import { earlierValues } from './contacts.history.ts';

interface Props {
  contact: Contact;
  entry: TimelineEntry;
  names: Record<string, string>;
  onClose(): void;
}

export function ContactRestoreDialog({ contact, entry, names, onClose }: Props) {
  const choices = earlierValues(entry, contact, names);
  const [field, setField] = useState(choices[0]?.field);
  const chosen = choices.find((choice) => choice.field === field);
  const restore = useSend(restoreContactValue, {
    onDone: (restored) => {
      showContact(restored);
      notice.done(`Restored: ${chosen?.label}`);
      onClose();
    },
  });
  const send = (field: string) =>
    restore.mutate(
      { params: { id: contact.id, entryId: entry.id }, body: { field, version: contact.version } },
      { onError: () => refreshPage(contact.id) }, // the dialog then shows what somebody else saved
    );
  return (
    <Dialog title="Restore an earlier value?" size="sm" onClose={onClose}>
      {choices.length > 1 && (
        <Radio.Group label="Field" value={field ?? ''} onChange={setField} mb="md">
          <Stack gap="xs" mt={4}>
            {choices.map((choice) => (
              <Radio key={choice.field} value={choice.field} label={choice.label} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {chosen && (
        <>
          {choices.length === 1 && <Text fw={500}>{chosen.label}</Text>}
          <KeyValueList
            facts={[
              ['Now', chosen.now || 'empty'],
              ['Earlier', chosen.earlier || 'empty'],
            ]}
          />
        </>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button loading={restore.isPending} disabled={!chosen} onClick={() => chosen && send(chosen.field)}>
          Restore this value
        </Button>
      </Group>
    </Dialog>
  );
}
