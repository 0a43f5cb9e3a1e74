// Saves the list as a view; a changed view is saved, saved as a new one, or reset.
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { call, isRefused } from '#app/api.ts';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { countSavedViews, type SavedView, updateSavedView } from '#contract/savedViews.ts';
import { ahead, later, useOpened } from '#ui/later.ts';
import { isNarrowed } from '../filters/contacts.scope.ts';
import { useShownColumns } from '../list/contacts.columns.tsx';
import { useContactSearch } from '../list/useContactSearch.ts';
import { addressOfView, viewOf } from './savedViews.address.ts';
import { keepView } from './savedViews.kept.ts';

const SavedViewDialog = later(() => import('./SavedViewDialog.tsx').then((module) => module.SavedViewDialog));
const SavedViewClash = later(() => import('./SavedViewClash.tsx').then((module) => module.SavedViewClash));

/** `view`: the open one. */
export function SavedViewActions({ view }: { view: SavedView | undefined }) {
  const [search] = useContactSearch();
  const [columns] = useShownColumns();
  const navigate = useNavigate();
  const [naming, setNaming] = useOpened(SavedViewDialog);
  const [theirs, setTheirs] = useState<SavedView>();
  const open = ({ id }: Pick<SavedView, 'id'>) => void navigate({ to: '/contacts', search: addressOfView(id), replace: true });
  const save = useSend(updateSavedView, {
    invalidates: [countSavedViews],
    handles: ['saved_views.stale'],
    onDone(saved) {
      keepView(saved);
      open(saved);
      setTheirs(undefined);
      if (view) notice.done(`Saved ${saved.name}`, () => void takeBack(view, saved));
    },
  });
  const isChanged = view !== undefined && search.changed !== null;
  const saveOver = (version: number) => {
    if (!view) return;
    const onError = (error: Error) => {
      if (isRefused(error, 'saved_views.stale')) setTheirs((error.problem.data as { current: SavedView }).current);
    };
    save.mutate({ params: { id: view.id }, body: { ...viewOf(search, columns), version } }, { onError });
  };
  const look = { size: 'compact-sm', variant: 'subtle' } as const;

  return (
    <>
      {isChanged && view.can.update && (
        <Button {...look} loading={save.isPending} onClick={() => saveOver(search.changed ?? view.version)}>
          Save
        </Button>
      )}
      {(isChanged || (!view && isNarrowed(search))) && (
        <Button {...look} onClick={() => setNaming(true)} {...ahead(SavedViewDialog)}>
          {isChanged ? 'Save as new' : 'Save as view'}
        </Button>
      )}
      {isChanged && (
        <Button {...look} color="gray" onClick={() => open(view)}>
          Reset
        </Button>
      )}
      <Suspense>
        {naming && <SavedViewDialog content={viewOf(search, columns)} onSaved={open} onClose={() => setNaming(false)} />}
        {theirs && (
          <SavedViewClash
            theirs={theirs}
            mine={search}
            busy={save.isPending}
            onReplace={() => saveOver(theirs.version)}
            onNew={() => {
              setTheirs(undefined);
              setNaming(true);
            }}
            onTheirs={() => {
              keepView(theirs);
              open(theirs);
              setTheirs(undefined);
            }}
            onClose={() => setTheirs(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Puts back what the view was, unless a colleague has changed it since. */
const takeBack = ({ id, scope, columns, layout }: SavedView, { version }: SavedView) =>
  call(updateSavedView, { params: { id }, body: { scope, columns, layout, version } }).then(keepView).catch(notice.failed);
