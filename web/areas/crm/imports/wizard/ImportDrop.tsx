// The first step: a dropped or chosen file is uploaded and read. An unreadable file gets a message here.
import { Alert, Anchor, Title } from '@mantine/core';
import { IconAlertTriangle, IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { isRefused, upload } from '#app/api.ts';
import { textOf } from '#app/notices.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listImportDrafts } from '#contract/importDrafts.ts';
import { validateImport } from '#contract/imports.ts';
import type { ErrorCode } from '#contract/kit/errors.ts';
import { sizeWords } from '#contract/kit/formats.ts';
import { FileDrop, type FileSending } from '#ui/FileDrop.tsx';
import { momentIn } from '#ui/moments.ts';
import { counted } from '../imports.labels.ts';
import classes from './ImportDrop.module.css';
import { ImportFrame } from './ImportFrame.tsx';
import { beginDraft } from './imports.draft.ts';

/** Refusals that are about the file: said here, not in a notice. */
const aboutFile: ErrorCode[] = ['imports.unreadable', 'imports.empty', 'too_large', 'files.storage_full', 'invalid'];

export function ImportDrop() {
  const navigate = useNavigate();
  const [share, setShare] = useState(0);
  const sending = useRef(new AbortController());
  const look = useMutation({
    mutationFn: (file: File) => {
      sending.current = new AbortController();
      setShare(0);
      return upload(validateImport, { body: {}, file }, setShare, sending.current.signal);
    },
    meta: { handles: aboutFile },
    onSuccess: (file) => {
      beginDraft(file);
      void invalidate(listImportDrafts);
      void navigate({ to: '/imports/new', search: { draft: file.id, step: 'map' } });
    },
  });
  const refused = isRefused(look.error, ...aboutFile) ? textOf(look.error) : undefined;

  return (
    <ImportFrame step="drop">
      <div className={classes.root}>
        <FileDrop
          label="File to import"
          icon={IconFileSpreadsheet}
          text="CSV or Excel (.xlsx), of any length, as your old system or your lead vendor gives it."
          onFile={look.mutate}
          sending={look.isPending ? sendingOf(look.variables, share, () => sending.current.abort()) : undefined}
        />
        {refused && (
          <Alert color="red" variant="light" icon={<IconAlertTriangle size="1.1rem" />} title={refused}>
            {isRefused(look.error, 'files.storage_full')
              ? 'Nothing was imported. Delete imports that are no longer needed, or ask your administrator for more room.'
              : 'Nothing was imported. Choose another file, or save this one again and retry.'}
          </Alert>
        )}
        {!look.isPending && <ImportDrafts />}
        <ul className={classes.notes}>
          <li>Exports of Google Contacts, Outlook, HubSpot, Salesforce and lead vendors map themselves.</li>
          <li>You see what every row becomes before anything is imported.</li>
          <li>Rows that cannot be read come back as a file with the reasons.</li>
        </ul>
      </div>
    </ImportFrame>
  );
}

const sendingOf = (file: File, share: number, onCancel: () => void): FileSending => ({
  name: file.name,
  share,
  text: share < 1 ? `${sizeWords(file.size * share)} of ${sizeWords(file.size)}` : 'Looking at its columns',
  onCancel,
});

/** Shown; older ones are of another day's work. */
const few = 3;

/** Files that were checked but not imported, here or on another device: the user can continue. */
function ImportDrafts() {
  const me = useMe();
  const drafts = useQuery({ ...queryOf(listImportDrafts), staleTime: 0 }).data?.data ?? [];
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="drafts">
      <Title order={2} size="h4" id="drafts">
        Not imported yet
      </Title>
      <ul className={classes.drafts}>
        {drafts.slice(0, few).map(({ id, file_name, rows_estimate, step, created_at }) => (
          <li key={id} className={classes.draft}>
            <Anchor renderRoot={(props) => <Link to="/imports/new" search={{ draft: id, step }} {...props} />}>
              Continue with {file_name}
            </Anchor>
            <span className={`${classes.quiet} figures`}>
              {counted(rows_estimate, 'row')}, {momentIn(me.timezone, created_at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
