// Edits made in the list's own cells: seen at once, and a stop where somebody else was faster.
import { useMemo, useState } from 'react';
import type { Contact, ContactRow } from '#contract/contacts.ts';
import { type Tag, updateTagsSingle } from '#contract/tags.ts';
import { useSend } from '../../app/queries.ts';
import { patchRow, type QuickEdit, rowOf, useQuickEdit } from './contacts.api.ts';

/** Stays the same object between renders: the list's cells are drawn again when it changes. */
export interface CellEdits {
  setStatus: (row: ContactRow, status_id: number | null) => void;
  setTags: (row: ContactRow, tags: Tag[]) => void;
}

export interface InlineEdit {
  cells: CellEdits;
  /** Both versions, while one is to be chosen. */
  stale: { mine: QuickEdit; theirs: Contact } | undefined;
  resolve: (whose: 'mine' | 'theirs') => void;
}

export function useInlineEdit(): InlineEdit {
  const [stale, setStale] = useState<InlineEdit['stale']>();
  const { mutate: edit } = useQuickEdit((mine, theirs) => setStale({ mine, theirs }));
  const { mutate: tag } = useSend(updateTagsSingle, { onDone: ({ id, tags, version }) => patchRow(id, { tags, version }) });
  const cells = useMemo<CellEdits>(
    () => ({
      setStatus: (row, status_id) => edit({ row, change: { status_id }, shown: { status_id } }),
      setTags: (row, tags) => {
        const undo = patchRow(row.id, { tags });
        tag({ body: { id: row.id, tags: idsOf(tags), before: idsOf(row.tags) } }, { onError: undo });
      },
    }),
    [edit, tag],
  );
  return {
    cells,
    stale,
    resolve: (whose) => {
      if (whose === 'mine' && stale) edit({ ...stale.mine, row: rowOf(stale.theirs) });
      setStale(undefined);
    },
  };
}

const idsOf = (tags: readonly Tag[]) => tags.map(({ id }) => id);
