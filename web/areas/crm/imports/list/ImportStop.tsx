import { Button } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useSend } from '#app/queries.ts';
import { cancelImport, getImportAttempt, listImportAttempts } from '#contract/imports.ts';

/** What is stored by then stays; from there one may go on, or undo it. An import that has ended meanwhile says so by itself. */
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
