// Somebody else changed the contact meanwhile: both versions side by side, and the user chooses.
import { Button, Group, Table, Text } from '@mantine/core';
import type { Contact, ContactUpdate } from '#contract/contacts.ts';
import { formatPhone } from '#contract/formats.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useStatuses } from '../reference/reference.api.ts';
import type { QuickEdit } from './contacts.api.ts';

const labels: Record<string, string> = { status_id: 'Status', phones: 'Phone', emails: 'E-mail', note: 'Standing note' };

export function ContactStaleDialog({
  mine,
  theirs,
  onChoose,
}: {
  mine: QuickEdit;
  theirs: Contact;
  onChoose: (whose: 'mine' | 'theirs') => void;
}) {
  const statuses = useStatuses();
  const shown = (field: string, from: ContactUpdate | Contact) => {
    const value: unknown = (from as Record<string, unknown>)[field];
    if (field === 'status_id') return statuses.find(({ id }) => id === value)?.title ?? 'None';
    if (field === 'phones') return (from.phones ?? []).map(({ number }) => formatPhone(number)).join(', ');
    if (field === 'emails') return (from.emails ?? []).map(({ address }) => address).join(', ');
    return value === null || value === '' ? 'Empty' : String(value);
  };
  return (
    <Dialog onClose={() => onChoose('theirs')} title="Somebody else changed this contact" size="lg">
      <Text mb="sm">Both versions of what you changed on {theirs.name || 'this contact'}. Other fields are not affected.</Text>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            <Table.Th>Theirs, saved</Table.Th>
            <Table.Th>Yours</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.keys(mine.change).map((field) => (
            <Table.Tr key={field}>
              <Table.Th scope="row">{labels[field] ?? field}</Table.Th>
              <Table.Td>{shown(field, theirs)}</Table.Td>
              <Table.Td>{shown(field, mine.change)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => onChoose('theirs')}>
          Keep theirs
        </Button>
        <Button onClick={() => onChoose('mine')}>Save mine over it</Button>
      </Group>
    </Dialog>
  );
}
