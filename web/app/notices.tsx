// Notices: one place, one look. `done` may carry an undo.
import { Anchor, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { ApiError } from './api.ts';

export const notice = {
  done(text: ReactNode, undo?: () => void) {
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
  },
  /** What happened and, for support, the request's id. The same `id` is shown once. */
  failed(error: unknown, id?: string) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    const request = error instanceof ApiError ? error.problem.request_id : undefined;
    notifications.show({
      ...(id && { id }),
      color: 'red',
      title: textOf(error),
      message: request ? (
        <Text size="xs" c="dimmed">
          Request {request}
        </Text>
      ) : null,
      autoClose: 8000,
    });
  },
};

/** Words for an error: the server's where it spoke, else that it could not be reached. */
export function textOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Steward cannot be reached. Check your connection and try again.';
  const first = Object.values(error.problem.errors ?? {})[0]?.[0];
  return first ?? error.message;
}
