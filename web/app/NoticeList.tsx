// Where notices appear, and how one looks. Loaded apart: the first screen has none.
import { Anchor, Group, Text } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

export const NoticeList = () => <Notifications position="bottom-center" limit={4} />;

export function showDone(text: ReactNode, undo?: () => void) {
  const id = notifications.show({
    message: undo ? (
      <Group justify="space-between" wrap="nowrap">
        <span>{text}</span>
        <Anchor
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

/** The same `id` is shown once. */
export function showFailed(title: string, request?: string, id?: string) {
  notifications.show({
    ...(id && { id }),
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
