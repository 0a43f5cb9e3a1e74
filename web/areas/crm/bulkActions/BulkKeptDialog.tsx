// Fields that an undo left alone, because somebody had changed them since.
import { Text } from '@mantine/core';
import type { BulkAction } from '#contract/bulk.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { KeptContacts } from '#web/areas/crm/bulk/KeptContacts.tsx';

export const BulkKeptDialog = ({ action, onClose }: { action: BulkAction; onClose: () => void }) => (
  <Dialog title="Left as changed since" onClose={onClose} size="lg">
    <Text c="dimmed" mb="sm">
      The undo left these fields alone, because somebody had changed them after the action.
    </Text>
    <KeptContacts undo={action} onOpen={onClose} />
  </Dialog>
);
