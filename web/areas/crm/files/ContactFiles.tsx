// A contact's files: dropped, searched, sorted, looked at, renamed, and removed with undo.
import { Anchor, Badge, Group, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFiles, IconSearch, IconSearchOff, IconUpload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { hrefOf } from '#app/api.ts';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { invalidate, queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import type { Contact } from '#contract/contacts.ts';
import {
  type ContactFile,
  deleteContactFile,
  downloadContactFile,
  getFileStorage,
  listContactFiles,
  restoreContactFile,
} from '#contract/files.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { sizeWords } from '#contract/kit/formats.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FileDrop } from '#ui/FileDrop.tsx';
import { later } from '#ui/later.ts';
import { MenuItem } from '#ui/Menu.tsx';
import { momentIn } from '#ui/moments.ts';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './ContactFiles.module.css';
import { FileUploads } from './FileUploads.tsx';
import { isShown, kindOf } from './files.labels.ts';
import { sendFile } from './files.uploads.ts';

const FilePreview = later(() => import('./FilePreview.tsx').then((module) => module.FilePreview));
const FileRenameDialog = later(() => import('./FileRenameDialog.tsx').then((module) => module.FileRenameDialog));

type Field = NonNullable<NonNullable<CallOf<typeof listContactFiles>['query']>['order_field']>;

export function ContactFiles({ contact: { id, can } }: { contact: Contact }) {
  const me = useMe();
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const [order, setOrder] = useState<{ field: Field; direction: 'ASC' | 'DESC' }>({ field: 'created_at', direction: 'DESC' });
  const [looking, setLooking] = useState<ContactFile>();
  const [renaming, setRenaming] = useState<ContactFile>();
  const [q] = useDebouncedValue(text.trim(), 150);
  const query = useQuery({
    ...queryOf(listContactFiles, { params: { id }, query: { q, page, order: order.direction, order_field: order.field } }),
    placeholderData: keepPreviousData,
  });
  useUpdate('contact.changed', (changed) => changed.id === id && void invalidate(listContactFiles));
  const invalidates = [listContactFiles, listContactTimeline, getFileStorage];
  const restore = useSend(restoreContactFile, { invalidates });
  const remove = useSend(deleteContactFile, {
    invalidates,
    onDone: (_, input) => notice.done('Removed the file', () => restore.mutate(input)),
  });
  const mayAdd = can.update && me.can['files.update'];
  const rows = query.data?.data ?? [];
  const at = (file: ContactFile) => ({ params: { id, fileId: file.id } });
  return (
    <section aria-label="Files">
      <Group justify="space-between" mt="md" mb="xs">
        <Title order={2} size="h3">
          Files
        </Title>
        <StorageUse />
      </Group>
      {mayAdd && (
        <FileDrop label="Files to add" icon={IconUpload} many text="Up to 100 MB each." onFile={(file) => sendFile(id, file)} />
      )}
      <FileUploads contactId={id} />
      {(rows.length > 0 || q !== '') && (
        <TextInput
          type="search"
          my="sm"
          aria-label="Search files by name"
          placeholder="Search by name"
          leftSection={<IconSearch size="1rem" stroke={1.6} />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setPage(1);
          }}
        />
      )}
      {query.error && !query.data ? (
        <FailedQuery query={query} />
      ) : query.isPending ? (
        <SkeletonLines lines={5} height={16} />
      ) : rows.length > 0 ? (
        <PlainTable<ContactFile, Field>
          label="Files"
          rows={rows}
          keyOf={(file) => file.id}
          order={order}
          onOrder={(next) => {
            setOrder(next);
            setPage(1);
          }}
          columns={[
            {
              header: 'Name',
              orderField: 'name',
              cell: (file) => (
                <FileName file={file} href={hrefOf(downloadContactFile, at(file))} onLook={() => setLooking(file)} />
              ),
            },
            { header: 'Size', orderField: 'size', figures: true, cell: ({ size }) => sizeWords(size) },
            { header: 'Added by', cell: ({ added_by }) => added_by?.name },
            {
              header: 'Added',
              orderField: 'created_at',
              cell: ({ created_at }) => <span className="figures">{momentIn(me.timezone, created_at)}</span>,
            },
          ]}
          actions={(file) => (
            <OverflowMenu label={`Actions of ${file.name}`}>
              {isShown(file) && <MenuItem onClick={() => setLooking(file)}>Preview</MenuItem>}
              {file.scan !== 'infected' && (
                <MenuItem component="a" href={hrefOf(downloadContactFile, at(file))}>
                  Download
                </MenuItem>
              )}
              {file.can.update && <MenuItem onClick={() => setRenaming(file)}>Rename</MenuItem>}
              {file.can.update && <MenuItem onClick={() => remove.mutate(at(file))}>Remove</MenuItem>}
            </OverflowMenu>
          )}
        />
      ) : q !== '' ? (
        <EmptyState icon={IconSearchOff} heading="h3" title={`No files match “${q}”`} />
      ) : (
        <EmptyState
          icon={IconFiles}
          heading="h3"
          title="No files yet"
          text="Applications, scopes of appointment, letters: what belongs to this contact."
        />
      )}
      <Pages page={page} total={query.data?.meta.total_pages} onPage={setPage} />
      <Suspense>
        {looking && (
          <FilePreview file={looking} href={hrefOf(downloadContactFile, at(looking))} onClose={() => setLooking(undefined)} />
        )}
        {renaming && <FileRenameDialog contactId={id} file={renaming} onClose={() => setRenaming(undefined)} />}
      </Suspense>
    </section>
  );
}

/** Opens what can be shown, and downloads the rest. */
function FileName({ file, href, onLook }: { file: ContactFile; href: string; onLook: () => void }) {
  const { icon: Picture, word } = kindOf(file.type);
  return (
    <span className={classes.name}>
      <Picture size="1.2rem" stroke={1.5} role="img" aria-label={word} className={classes.icon} />
      <span>
        {file.scan === 'infected' ? (
          <span className={classes.words}>{file.name}</span>
        ) : isShown(file) ? (
          <Anchor component="button" type="button" className={classes.words ?? ''} onClick={onLook}>
            {file.name}
          </Anchor>
        ) : (
          <Anchor href={href} className={classes.words ?? ''}>
            {file.name}
          </Anchor>
        )}
        {file.scan === 'infected' && (
          <Badge color="red" variant="light" size="sm" ml="xs" title={file.virus}>
            Virus found
          </Badge>
        )}
        {file.scan === 'clean' && (
          <Text span size="xs" c="dimmed" ml="xs">
            No virus found
          </Text>
        )}
      </span>
    </span>
  );
}

function StorageUse() {
  const storage = useQuery(queryOf(getFileStorage)).data;
  if (!storage) return null;
  return (
    <Text size="xs" c="dimmed" className="figures">
      Your company uses {sizeWords(storage.used)} of {sizeWords(storage.quota)}
    </Text>
  );
}
