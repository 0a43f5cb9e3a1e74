// Events of an .ics file come in, and all go out as one.
import { Alert, Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { hrefOf, isRefused, upload } from '#app/api.ts';
import { textOf } from '#app/notices.tsx';
import { invalidate } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { exportCalendar, icsLimits, importCalendar } from '#contract/calendarFeed.ts';
import type { ErrorCode } from '#contract/kit/errors.ts';
import { counted, sizeWords } from '#contract/kit/formats.ts';
import { FileDrop } from '#ui/FileDrop.tsx';
import classes from './CalendarSettings.module.css';
import { eventLists } from './calendar.api.ts';

/** Refusals that are about the file: said here, not in a notice. */
const aboutFile: ErrorCode[] = ['calendar.unreadable', 'too_large', 'files.storage_full', 'invalid'];

export function CalendarFiles() {
  const me = useMe();
  const [share, setShare] = useState(0);
  const sending = useRef(new AbortController());
  const send = useMutation({
    mutationFn: (file: File) => {
      sending.current = new AbortController();
      setShare(0);
      return upload(importCalendar, { body: {}, file }, setShare, sending.current.signal);
    },
    meta: { handles: aboutFile },
    onSuccess: () => void invalidate(...eventLists),
  });
  const { data, error, isPending, variables } = send;
  return (
    <>
      {me.can['calendar.update'] && (
        <FileDrop
          label="Calendar file to import"
          many
          text={`An .ics file of up to ${sizeWords(icsLimits.bytes)}. Events that it brought before are updated.`}
          onFile={send.mutate}
          sending={
            isPending
              ? {
                  name: variables.name,
                  share,
                  text: `${sizeWords(variables.size * share)} of ${sizeWords(variables.size)}`,
                  onCancel: () => sending.current.abort(),
                }
              : undefined
          }
        />
      )}
      {isRefused(error, ...aboutFile) && (
        <Alert color="red" variant="light" title={textOf(error)} role="alert">
          Nothing was imported. Choose another file.
        </Alert>
      )}
      {data && (
        <div role="status">
          <p>
            <strong>
              {counted(data.created, 'event')} added, {data.updated.toLocaleString('en-US')} updated
              {data.skipped > 0 && `, ${data.skipped.toLocaleString('en-US')} left out`}
            </strong>
          </p>
          {data.problems.length > 0 && (
            <ul className={classes.problems}>
              {data.problems.map(({ title, start, problem }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two may be equal, their place is their identity
                <li key={place}>
                  {title || 'Without a title'}
                  {start && ` (${start})`}: {problem}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <Group>
        <Button
          variant="default"
          leftSection={<IconDownload size="1rem" />}
          component="a"
          href={hrefOf(exportCalendar, {})}
          download
        >
          Export your calendar
        </Button>
      </Group>
    </>
  );
}
