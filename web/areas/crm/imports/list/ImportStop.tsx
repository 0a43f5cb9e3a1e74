import { Button } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useSend } from '#app/queries.ts';
import { cancelImport, getImportAttempt, listImportAttempts } from '#contract/imports.ts';

/** Stored rows stay; the import can be continued or undone. One that has ended meanwhile says so itself. */
export function ImportStop({ id }: { id: number }) {
  const stop = useSend(cancelImport, { invalidates: [getImportAttempt, listImportAttempts], handles: ['imports.not_running'] });
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconPlayerStop size="1rem" />}
        loading={stop.isPending}
        onClick={() => stop.mutate({ params: { id } })}
      >
        Stop the import
      </Button>
    </div>
  );
}
