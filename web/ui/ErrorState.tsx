// A part of a page that could not load: the error, and a retry button.
import { Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { EmptyState } from './EmptyState.tsx';

export function ErrorState({
  text,
  request,
  denied,
  onRetry,
}: {
  text: string;
  /** The failed request's id, for support. */
  request?: string | undefined;
  denied?: boolean;
  onRetry?: () => void;
}) {
  return (
    <div role="alert">
      <EmptyState
        icon={denied ? IconLock : IconAlertTriangle}
        title={text}
        text={request && <Text size="xs">Request {request}</Text>}
      >
        {onRetry && (
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </EmptyState>
    </div>
  );
}
