// Edits in the list's cells: seen at once; asks the user if somebody else saved first.
import { useMemo, useState } from 'react';
import { useSend } from '#app/queries.ts';
import type { Contact, ContactRow } from '#contract/contacts.ts';
import { type Tag, updateTagsSingle } from '#contract/tags.ts';
import { patchRow, type QuickEdit, refreshContactLists, rowOf, useQuickEdit } from '../contacts.api.ts';
import { agentflowField, statusField } from '../form/contacts.fields.ts';
import type { Clash } from '../form/useContactDraft.ts';

/** The same object between renders: the list's cells render again when it changes. */
export interface CellEdits {
  setStatus: (row: ContactRow, status_id: number | null) => void;
  setAgentflowStatus: (row: ContactRow, agentflow_status_id: number | null, onDone?: (row: ContactRow) => void) => void;
  setTags: (row: ContactRow, tags: Tag[]) => void;
}

export interface InlineEdit {
  cells: CellEdits;
  /** Both versions, while the user chooses. */
  stale: Stale | undefined;
}

/** The dialog's props. */
interface Stale {
  contactId: number;
  clash: Clash;
  onResolve: (leave: readonly string[]) => void;
  onClose: () => void;
}

export function useInlineEdit(): InlineEdit {
  const [stale, setStale] = useState<{ mine: QuickEdit; theirs: Contact }>();
  const { mutate: edit } = useQuickEdit((mine, theirs) => setStale({ mine, theirs }));
  const { mutate: tag } = useSend(updateTagsSingle, { onDone: ({ id, tags, version }) => patchRow(id, { tags, version }) });
  const cells = useMemo<CellEdits>(
    () => ({
      setStatus: (row, status_id) => edit({ row, change: { status_id }, shown: { status_id } }),
      setAgentflowStatus: (row, agentflow_status_id, onDone) =>
        edit(
          { row, change: { agentflow_status_id }, shown: { agentflow_status_id } },
          { ...(onDone && { onSuccess: onDone }), onSettled: () => void refreshContactLists() }, // it belongs to another column now
        ),
      setTags: (row, tags) => {
        const undo = patchRow(row.id, { tags });
        tag({ body: { id: row.id, tags: idsOf(tags), before: idsOf(row.tags) } }, { onError: undo });
      },
    }),
    [edit, tag],
  );
  if (!stale) return { cells, stale };
  const { mine, theirs } = stale;
  const field = 'status_id' in mine.change ? statusField : agentflowField;
  const leave = () => setStale(undefined);
  return {
    cells,
    stale: {
      contactId: theirs.id,
      clash: { mine: mine.shown, theirs, fields: [field], saving: true },
      onResolve: ({ length }) => {
        if (length === 0) edit({ ...mine, row: rowOf(theirs) });
        leave();
      },
      onClose: leave,
    },
  };
}

const idsOf = (tags: readonly Tag[]) => tags.map(({ id }) => id);
