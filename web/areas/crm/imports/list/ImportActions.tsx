// The actions of an import, on its own page.
import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconArrowBackUp,
  IconDownload,
  IconFileImport,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { hrefOf } from '#app/api.ts';
import { useSend } from '#app/queries.ts';
import { draftRejectedRows, listImportDrafts } from '#contract/importDrafts.ts';
import { downloadDroppedValues } from '#contract/importProblems.ts';
import {
  cancelImport,
  downloadRejectedRows,
  getImportAttempt,
  type ImportAttempt,
  listImportAttempts,
} from '#contract/imports.ts';
import { later } from '#ui/later.ts';
import { contactsOf, useRetry } from '../imports.api.ts';
import { counted, isRunning } from '../imports.labels.ts';

const ImportDeleteDialog = later(() => import('./ImportDeleteDialog.tsx').then((module) => module.ImportDeleteDialog));
const ImportUndoDialog = later(() => import('./ImportUndoDialog.tsx').then((module) => module.ImportUndoDialog));

export function ImportActions({ attempt }: { attempt: ImportAttempt }) {
  const navigate = useNavigate();
  const [deleting, { open, close }] = useDisclosure(false);
  const [undoing, undo] = useDisclosure(false);
  const retry = useRetry((next) => void navigate({ to: '/imports/$id', params: { id: String(next.id) } }));
  const correct = useSend(draftRejectedRows, {
    invalidates: [listImportDrafts],
    onDone: (draft) => void navigate({ to: '/imports/new', search: { draft: draft.id, step: 'check' } }),
  });
  const { id, created, rejected, status, can } = attempt;
  const halfway = status === 'failed' || status === 'cancelled';
  if (isRunning(attempt)) return can.cancel && <ImportStop id={id} />;
  return (
    <Group gap="xs">
      {can.retry && halfway && (
        <Button
          leftSection={<IconPlayerPlay size="1rem" />}
          loading={retry.isPending}
          onClick={() => retry.mutate({ params: { id } })}
        >
          Continue this import
        </Button>
      )}
      {created > 0 && status !== 'undone' && (
        <Button
          variant={halfway ? 'default' : 'filled'}
          leftSection={<IconUsers size="1rem" />}
          renderRoot={(props) => <Link to="/contacts" search={contactsOf(id)} {...props} />}
        >
          See the new contacts
        </Button>
      )}
      {can.rejected && (
        <Button
          variant="default"
          leftSection={<IconDownload size="1rem" />}
          component="a"
          href={hrefOf(downloadRejectedRows, { params: { id } })}
          download
        >
          Download {counted(rejected, 'rejected row')}
        </Button>
      )}
      {can.retry && !halfway && (
        <>
          <Button
            variant={created > 0 ? 'default' : 'filled'}
            leftSection={<IconPencil size="1rem" />}
            loading={correct.isPending}
            onClick={() => correct.mutate({ params: { id } })}
          >
            Correct the rejected rows
          </Button>
          <Button
            variant="default"
            leftSection={<IconRefresh size="1rem" />}
            loading={retry.isPending}
            onClick={() => retry.mutate({ params: { id } })}
          >
            Try the rejected rows again
          </Button>
        </>
      )}
      {attempt.dropped > 0 && (
        <Button
          variant="default"
          leftSection={<IconDownload size="1rem" />}
          component="a"
          href={hrefOf(downloadDroppedValues, { params: { id } })}
          download
        >
          Download {counted(attempt.dropped, 'value')} left out
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconFileImport size="1rem" />}
        renderRoot={(props) => <Link to="/imports/new" {...props} />}
      >
        Import another file
      </Button>
      {can.undo && (
        <Button variant="default" leftSection={<IconArrowBackUp size="1rem" />} onClick={undo.open}>
          Undo the import
        </Button>
      )}
      {can.delete && (
        <Button variant="default" leftSection={<IconTrash size="1rem" />} onClick={open}>
          Delete
        </Button>
      )}
      <Suspense>{undoing && <ImportUndoDialog attempt={attempt} onClose={undo.close} />}</Suspense>
      <Suspense>
        {deleting && <ImportDeleteDialog attempt={attempt} onClose={close} onDeleted={() => void navigate({ to: '/imports' })} />}
      </Suspense>
    </Group>
  );
}

/** Stored rows stay; the import can be continued or undone. One that has ended meanwhile says so itself. */
function ImportStop({ id }: { id: number }) {
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
