// All views: the own ones in their order, dragged or moved by keys, then those of the team; renamed, shared and deleted here.
import { ActionIcon, CloseButton, Text, Title } from '@mantine/core';
import { IconGripVertical, IconPencil, IconPhoneCall, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { createDialSession } from '#contract/dialSessions.ts';
import { deleteSavedView, listSavedViews, type SavedView, updateSavedView } from '#contract/savedViews.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Drawer } from '#ui/Drawer.tsx';
import { placedAt, useSortable } from '#ui/useSortable.ts';
import { useContactSearch } from '../list/useContactSearch.ts';
import { SavedViewDialog } from './SavedViewDialog.tsx';
import classes from './SavedViewTabs.module.css';
import { dropView, orderViews } from './savedViews.kept.ts';

export function SavedViewDrawer({ views, onClose }: { views: readonly SavedView[]; onClose: () => void }) {
  const me = useMe();
  const [own, others] = [views.filter(({ owner }) => owner.id === me.id), views.filter(({ owner }) => owner.id !== me.id)];
  const [edited, setEdited] = useState<SavedView>();
  const [deleted, setDeleted] = useState<SavedView>();
  const [{ view: openId }] = useContactSearch();
  const navigate = useNavigate();
  const move = useSend(updateSavedView, { invalidates: [listSavedViews] });
  const remove = useSend(deleteSavedView, {
    onDone(_, { params: { id } }) {
      dropView(Number(id));
      if (deleted) notice.done(`Deleted ${deleted.name}`);
      setDeleted(undefined);
      if (Number(id) === openId) void navigate({ to: '/contacts', search: {}, replace: true });
    },
  });
  const sortable = useSortable({
    rows: own,
    nameOf: ({ name }) => name,
    onMove: (view, position) => {
      orderViews(placedAt(own, view, position).map(({ id }) => id));
      move.mutate({ params: { id: view.id }, body: { position } });
    },
  });
  const parts = { onClose, onEdit: setEdited, onDelete: setDeleted };

  return (
    <Drawer opened onClose={onClose} label="Views" size="28rem" position="right" bodyClass={classes.drawer}>
      <header className={classes.head}>
        <Title order={2} size="h3">
          Views
        </Title>
        <CloseButton onClick={onClose} aria-label="Close" />
      </header>
      {own.length > 0 && (
        <>
          <Text size="sm" c="dimmed" mt="xs">
            Drag a view by its handle, or press Space on it and move it with the arrow keys.
          </Text>
          <ul className={classes.list} aria-label="Your views">
            {sortable.shown.map((view) => (
              <li
                key={view.id}
                className={classes.item}
                ref={sortable.rowRef(view)}
                data-moving={view.id === sortable.movingId || undefined}
              >
                <button type="button" className={classes.handle} {...sortable.handle(view)}>
                  <IconGripVertical size="1rem" stroke={1.6} aria-hidden />
                </button>
                <Row view={view} about={view.shared ? 'Shared with your team' : ''} {...parts} />
              </li>
            ))}
          </ul>
          <span className="unseen" role="status">
            {sortable.said}
          </span>
        </>
      )}
      {others.length > 0 && (
        <>
          <Title order={3} size="h5" mt="md">
            Shared by colleagues
          </Title>
          <ul className={classes.list} aria-label="Shared by colleagues">
            {others.map((view) => (
              <li key={view.id} className={classes.item}>
                <Row view={view} about={view.owner.name} {...parts} />
              </li>
            ))}
          </ul>
        </>
      )}
      {edited && <SavedViewDialog key={edited.id} view={edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        opened={deleted !== undefined}
        title={`Delete “${deleted?.name ?? ''}”?`}
        action="Delete the view"
        busy={remove.isPending}
        onConfirm={() => deleted && remove.mutate({ params: { id: deleted.id } })}
        onClose={() => setDeleted(undefined)}
      >
        {deleted?.shared ? 'It goes for everyone who sees it. ' : ''}This cannot be undone. No contact is deleted.
      </ConfirmDialog>
    </Drawer>
  );
}

function Row({
  view,
  about,
  onClose,
  onEdit,
  onDelete,
}: {
  view: SavedView;
  about: string;
  onClose: () => void;
  onEdit: (view: SavedView) => void;
  onDelete: (view: SavedView) => void;
}) {
  const me = useMe();
  const navigate = useNavigate();
  const start = useSend(createDialSession, {
    onDone: ({ id }) => {
      onClose();
      void navigate({ to: '/dial/$id', params: { id: String(id) } });
    },
  });
  return (
    <>
      <span className={classes.main}>
        <Link to="/contacts" search={{ view: view.id }} className={classes.open} preload={false} onClick={onClose}>
          {view.name}
        </Link>
        {about && <span className={classes.faint}>{about}</span>}
      </span>
      {me.can['calls.make'] && me.features.dialer && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Start calling ${view.name}`}
          title="Start calling"
          loading={start.isPending}
          onClick={() => start.mutate({ body: { saved_view_id: view.id } })}
        >
          <IconPhoneCall size="1rem" stroke={1.6} />
        </ActionIcon>
      )}
      {view.can.update && (
        <ActionIcon variant="subtle" color="gray" aria-label={`Change ${view.name}`} onClick={() => onEdit(view)}>
          <IconPencil size="1rem" stroke={1.6} />
        </ActionIcon>
      )}
      {view.can.delete && (
        <ActionIcon variant="subtle" color="gray" aria-label={`Delete ${view.name}`} onClick={() => onDelete(view)}>
          <IconTrash size="1rem" stroke={1.6} />
        </ActionIcon>
      )}
    </>
  );
}
