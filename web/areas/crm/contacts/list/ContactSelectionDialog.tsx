// The frame of the dialogs that act on a selection: what they do to how many, and how these were selected.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BulkAction } from '#contract/bulk.ts';
import type { ContactsScopeInput } from '#contract/contactsScope.ts';
import { counted } from '#contract/kit/formats.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { followBulk } from '#web/areas/crm/bulk/bulk.banner.ts';
import { type Selection, wordsOf } from './contacts.selection.ts';

export interface OnSelection {
  selection: Selection;
  scope: ContactsScopeInput;
  /** How many contacts exactly. */
  count: number;
  onClose: () => void;
  onDone: () => void;
}

export function ContactSelectionDialog({
  verb,
  about: { selection, count, onClose },
  size,
  children,
}: {
  /** "Tag", "Transfer". */
  verb: string;
  about: OnSelection;
  size?: 'lg';
  children: ReactNode;
}) {
  const words = wordsOf(selection);
  return (
    <Dialog onClose={onClose} title={`${verb} ${counted(count, 'contact')}`} {...(size && { size })}>
      {words && (
        <Text c="dimmed" mb="sm">
          This is {words}.
        </Text>
      )}
      {children}
    </Dialog>
  );
}

/** The action has started: the banner follows it. */
export const followed =
  ({ onClose, onDone }: OnSelection) =>
  (action: BulkAction) => {
    followBulk(action);
    onClose();
    onDone();
  };
