// Confirms only what cannot be undone. The button names the action; focus starts on Cancel.
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';

export function ConfirmDialog({
  opened,
  title,
  children,
  action,
  cancel = 'Cancel',
  busy = false,
  onConfirm,
  onClose,
}: {
  opened: boolean;
  title: string;
  /** Says the effect, and that it cannot be undone. */
  children: ReactNode;
  /** The button's label: "Delete 12 contacts". */
  action: string;
  /** The other button's label, if the page below has a Cancel of its own. */
  cancel?: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="sm">
      <Text component="div">{children}</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {cancel}
        </Button>
        <Button color="red.8" loading={busy} onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </Dialog>
  );
}
