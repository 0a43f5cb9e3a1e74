// A repeating event is about to change or go: which of its occurrences.
import { Button, Group, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { EventScope } from '#contract/eventTypes.ts';
import { Dialog } from '#ui/Dialog.tsx';

const words: Record<EventScope, string> = {
  this: 'Only this event',
  following: 'This and the following events',
  all: 'All events',
};

export function EventScopeDialog({
  title,
  submit,
  scopes,
  danger = false,
  onChoose,
  onClose,
}: {
  title: string;
  /** The button's words. */
  submit: string;
  scopes: readonly EventScope[];
  danger?: boolean;
  onChoose: (scope: EventScope) => void;
  onClose: () => void;
}) {
  const [scope, setScope] = useState<EventScope>(scopes[0] ?? 'all');
  return (
    <Dialog onClose={onClose} title={title} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(scope);
        }}
      >
        <Radio.Group label="It repeats. Which events?" value={scope} onChange={(chosen) => setScope(chosen as EventScope)}>
          <Stack gap="xs" mt="xs">
            {scopes.map((each, place) => (
              <Radio key={each} value={each} label={words[each]} {...(place === 0 && { 'data-autofocus': true })} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" {...(danger && { color: 'red.8' })}>
            {submit}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
