// A colleague saved the same view first: nothing is overwritten without a choice.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMe } from '#app/session.ts';
import type { SavedView } from '#contract/savedViews.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { momentIn } from '#ui/moments.ts';
import type { ContactSearch } from '../filters/contacts.scope.ts';
import { differences } from './savedViews.address.ts';

export function SavedViewClash({
  theirs,
  mine,
  busy,
  onReplace,
  onNew,
  onTheirs,
  onClose,
}: {
  theirs: SavedView;
  mine: ContactSearch;
  busy: boolean;
  onReplace: () => void;
  onNew: () => void;
  onTheirs: () => void;
  onClose: () => void;
}) {
  const { timezone } = useMe();
  const parts = differences(mine, theirs);
  return (
    <Dialog title={`${theirs.updated_by.name} changed “${theirs.name}” meanwhile`} size="md" onClose={onClose}>
      <Stack gap="xs">
        <Text>
          Saved {momentIn(timezone, theirs.updated_at)}.{' '}
          {parts.length > 0 ? `Yours differs in: ${parts.join(', ')}.` : 'Yours is the same.'}
        </Text>
        <Text c="dimmed" size="sm">
          Nothing of yours is saved yet.
        </Text>
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={onTheirs}>
            Open theirs
          </Button>
          <Button variant="default" onClick={onNew} data-autofocus>
            Save mine as new
          </Button>
          <Button color="red.8" loading={busy} onClick={onReplace}>
            Replace theirs
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
