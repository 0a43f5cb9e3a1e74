// The contact's files that are on their way: how far each is, and what went wrong.
import { Button, Group, Progress, Text } from '@mantine/core';
import { sizeWords } from '#contract/kit/formats.ts';
import classes from './ContactFiles.module.css';
import { cancelUpload, mayRetry, retryUpload, type Sending, useUploads } from './files.uploads.ts';

export function FileUploads({ contactId }: { contactId: number }) {
  const uploads = useUploads(contactId);
  if (uploads.length === 0) return null;
  return (
    <ul className={classes.uploads} aria-label="Uploads">
      {uploads.map((upload) => (
        <li key={upload.key} className={classes.upload}>
          <Text size="sm" className={classes.words ?? ''}>
            {upload.file.name}
          </Text>
          <Group gap="xs" wrap="nowrap">
            {upload.state === 'refused' && mayRetry(upload) && (
              <Button variant="default" size="compact-xs" onClick={() => retryUpload(upload.key)}>
                Try again
              </Button>
            )}
            <Button
              variant="default"
              size="compact-xs"
              aria-label={`${upload.state === 'refused' ? 'Dismiss' : 'Cancel'} ${upload.file.name}`}
              onClick={() => cancelUpload(upload.key)}
            >
              {upload.state === 'refused' ? 'Dismiss' : 'Cancel'}
            </Button>
          </Group>
          <Text
            size="xs"
            c={upload.state === 'refused' ? 'var(--mantine-color-error)' : 'dimmed'}
            role="status"
            className="figures"
          >
            {wordsOf(upload)}
          </Text>
          {upload.state !== 'refused' && (
            <Progress
              className={classes.bar ?? ''}
              value={(upload.sent / upload.file.size) * 100}
              aria-label={`Sending ${upload.file.name}`}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function wordsOf({ state, error, sent, file }: Sending): string {
  if (state === 'refused') return error ?? '';
  const far = `${sizeWords(sent)} of ${sizeWords(file.size)}`;
  if (state === 'broken') return `The connection is lost. It continues by itself: ${far} have arrived.`;
  if (state === 'delayed') return `Waiting for the server. It continues by itself: ${far} have arrived.`;
  return state === 'waiting' ? 'Waiting' : far;
}
