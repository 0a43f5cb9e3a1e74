// The rows of the list, and what is done with several of them.
import { Badge, Button, Checkbox } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { notice } from '#app/notices.tsx';
import { keyOf, queryClient, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type EmailShare, emailShares } from '#contract/emailLists.ts';
import { bulkUpdateEmails, type EmailRow, getEmail, listEmails, listReadyEmails, updateEmail } from '#contract/emails.ts';
import { counted } from '#contract/kit/formats.ts';
import { BulkBar } from '#ui/BulkBar.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { placedAt, useSortable } from '#ui/useSortable.ts';
import classes from './EmailListPage.module.css';
import { sharedWords, shareWords } from './templates.labels.ts';

const invalidates = [listEmails, listReadyEmails, getEmail];

export function EmailRows({ rows, isOrdered }: { rows: readonly EmailRow[]; isOrdered: boolean }) {
  const { id: myId } = useMe();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const move = useSend(updateEmail, { invalidates });
  const sortable = useSortable({
    rows,
    nameOf: ({ name }) => name,
    onMove(row, place) {
      const order = placedAt(rows, row, place).map(({ id }) => id);
      queryClient.setQueriesData<{ data: EmailRow[] }>(
        { queryKey: keyOf(listEmails) },
        (answer) => answer && { data: answer.data.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)) },
      );
      move.mutate({ params: { id: row.id }, body: { after_id: order[place - 1] ?? null } });
    },
  });
  const toggle = (id: number) =>
    setChosen((now) => (now.has(id) ? new Set([...now].filter((each) => each !== id)) : new Set([...now, id])));
  const selected = rows.filter(({ id }) => chosen.has(id));
  return (
    <>
      {selected.length > 0 && <EmailBulkBar rows={selected} onDone={() => setChosen(new Set())} />}
      <ol className={classes.rows} aria-label="E-mail templates">
        {sortable.shown.map((row) => (
          <li
            key={row.id}
            ref={sortable.rowRef(row)}
            className={classes.row}
            data-moving={row.id === sortable.movingId || undefined}
          >
            {isOrdered && row.can.update ? (
              <button type="button" className={classes.handle} {...sortable.handle(row)}>
                <IconGripVertical size="1rem" stroke={1.6} aria-hidden />
              </button>
            ) : (
              <span className={classes.handle} data-fixed />
            )}
            <Checkbox
              aria-label={`Select ${row.name}`}
              disabled={!row.can.update}
              checked={chosen.has(row.id)}
              onChange={() => toggle(row.id)}
            />
            <div className={classes.words}>
              <Link to="/admin/emails/$id" params={{ id: String(row.id) }} className={classes.name}>
                {row.name}
              </Link>
              <span className={classes.faint}>{row.subject || 'No subject'}</span>
            </div>
            <div className={classes.facts}>
              {!row.active && (
                <Badge variant="light" color="gray">
                  Not in use
                </Badge>
              )}
              <Badge variant="light">{sharedWords[row.share]}</Badge>
              <span className={classes.faint}>
                {[row.owner.id !== myId && row.owner.name, row.used > 0 && `used ${counted(row.used, 'time')}`]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
          </li>
        ))}
      </ol>
      <span className="unseen" role="status">
        {sortable.said}
      </span>
    </>
  );
}

function EmailBulkBar({ rows, onDone }: { rows: readonly EmailRow[]; onDone: () => void }) {
  const { can } = useMe();
  const [sharing, setSharing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const ids = rows.map(({ id }) => id);
  const templates = counted(ids.length, 'template');
  const send = useSend(bulkUpdateEmails, { invalidates, onDone });
  const change = (body: { active?: boolean; share?: EmailShare; delete?: true }, done: string) =>
    send.mutate({ body: { ids, ...body } }, { onSuccess: () => notice.done(`${done} ${templates}`) });
  const shares = emailShares.filter((share) => share === 'private' || can[share === 'team' ? 'team.lead' : 'emails.manage']);
  return (
    <>
      <BulkBar label="Selected templates" count={ids.length} onClear={onDone}>
        {rows.some(({ active }) => !active) && (
          <Button variant="default" disabled={send.isPending} onClick={() => change({ active: true }, 'Put in use:')}>
            Put in use
          </Button>
        )}
        {rows.some(({ active }) => active) && (
          <Button variant="default" disabled={send.isPending} onClick={() => change({ active: false }, 'Took out of use:')}>
            Take out of use
          </Button>
        )}
        {shares.length > 1 && (
          <Menu
            opened={sharing}
            onOpened={setSharing}
            target={
              <Button variant="default" disabled={send.isPending}>
                Share
              </Button>
            }
          >
            {shares.map((share) => (
              <MenuItem key={share} onClick={() => change({ share }, `${sharedWords[share]}:`)}>
                {shareWords[share]}
              </MenuItem>
            ))}
          </Menu>
        )}
        <Button variant="default" color="red" disabled={send.isPending} onClick={() => setDeleting(true)}>
          Delete
        </Button>
      </BulkBar>
      <ConfirmDialog
        opened={deleting}
        title={`Delete ${templates}?`}
        action="Delete"
        busy={send.isPending}
        onConfirm={() => change({ delete: true }, 'Deleted')}
        onClose={() => setDeleting(false)}
      >
        Mails that were sent with them stay as they are. You cannot undo this.
      </ConfirmDialog>
    </>
  );
}
