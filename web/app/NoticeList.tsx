// Place and look of notices. Loaded separately: the first screen has none.
import '@mantine/notifications/styles.css';
import { Anchor, Group, Text } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { isValidElement, type ReactNode } from 'react';

export const NoticeList = () => <Notifications position="bottom-center" limit={4} />;

/** Keeps room beside an address without spaces. */
const wraps = { overflowWrap: 'anywhere' } as const;

export function showDone(text: ReactNode, undo?: () => void) {
  const id = notifications.show({
    message: undo ? (
      <Group justify="space-between" wrap="nowrap">
        <Text miw={0} style={wraps}>
          {text}
        </Text>
        <Anchor
          flex="none"
          component="button"
          type="button"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Anchor>
      </Group>
    ) : (
      text
    ),
    autoClose: undo ? 10_000 : 4000,
  });
}

/**
 * A link in it leads to what it tells of: then it has done its work. An element's key is its name for
 * `hideTold`.
 */
export function showTold(message: ReactNode) {
  const id = notifications.show({
    ...(isValidElement(message) && message.key !== null && { id: message.key }),
    message,
    autoClose: 20_000,
    onClick: ({ target }) => (target as Element).closest('a') && notifications.hide(id),
  });
}

/** Its event is over. */
export const hideTold = (name: string) => notifications.hide(name);

/** Shows equal texts, and notices with the same `id`, only once. */
export function showFailed(title: string, request?: string, id = title) {
  notifications.show({
    id,
    color: 'red',
    title,
    message: request ? (
      <Text size="xs" c="dimmed">
        Request {request}
      </Text>
    ) : null,
    autoClose: 8000,
  });
}
