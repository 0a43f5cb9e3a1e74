// Replaces a page that cannot be shown: the spec's error page, access denied, not found, offline.
import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconMapOff, IconPlugOff } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ApiError } from './api.ts';

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = async () => {
    await router.invalidate();
    reset();
  };
  return (
    <EmptyState {...wordsFor(error)} heading="h1">
      <Group gap="xs" justify="center">
        {!isFinal(error) && <Button onClick={() => void retry()}>Try again</Button>}
        <Button variant="default" component="a" href="/">
          Go to the start
        </Button>
      </Group>
    </EmptyState>
  );
}

export function NotFoundPage() {
  return (
    <EmptyState
      icon={IconMapOff}
      heading="h1"
      title="Page not found"
      text="The address may be wrong, the page may have been removed, or you may not be allowed to see it."
    >
      <Button variant="default" component="a" href="/">
        Go to the start
      </Button>
    </EmptyState>
  );
}

/** A retry would get the same answer. */
const isFinal = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.problem.status);

function wordsFor(error: unknown) {
  if (error instanceof ApiError) {
    const { status, code, request_id } = error.problem;
    if (code === 'impersonating')
      return {
        icon: IconLock,
        title: 'Not while you act as another person',
        text: 'This person may not open it, or changes here are refused while you act as them. Return to your own account.',
      };
    if (status === 403)
      return { icon: IconLock, title: 'Access denied!', text: 'Ask an administrator of your company if you need this page.' };
    if (status === 404)
      return { icon: IconMapOff, title: 'Not found', text: 'It may have been removed, or you may not be allowed to see it.' };
    return { icon: IconAlertTriangle, title: error.message, text: request_id ? `Request ${request_id}` : '' };
  }
  if (error instanceof TypeError && /fetch|network|load/i.test(error.message)) {
    return {
      icon: IconPlugOff,
      title: 'The server cannot be reached',
      text: 'Check your connection. Nothing you saved is lost.',
    };
  }
  return {
    icon: IconAlertTriangle,
    title: 'An Error Occurred',
    text: "The application detected an error, and it's been reported to the application development team.",
  };
}
