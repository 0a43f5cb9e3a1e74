// Takes a merge back, from the notice after it or from the timeline.
import { call } from '#app/api.ts';
import { notice } from '#app/notices.tsx';
import { invalidate } from '#app/queries.ts';
import { listContactNotes, listContactTimeline } from '#contract/contactHistory.ts';
import { unmergeContacts } from '#contract/contactMerges.ts';
import { getContact, listContacts } from '#contract/contacts.ts';
import { findDuplicates } from '#contract/duplicates.ts';
import { labelOfField } from './contacts.mergeFields.ts';

/** The calls to load again after a merge or its undo. */
export const changedByMerge = [findDuplicates, listContacts, getContact, listContactTimeline, listContactNotes];

export async function unmerge(id: number): Promise<void> {
  try {
    const { restored, kept } = await call(unmergeContacts, { params: { id } });
    await invalidate(...changedByMerge);
    const names = restored.map(({ name }) => name || 'No name').join(', ');
    const stays = kept
      .map(({ field, changed_by }) => labelOfField(field) + (changed_by ? ` (${changed_by.name})` : ''))
      .join(', ');
    notice.done(`Merge undone: ${names}${stays && `. Left as changed since: ${stays}`}`);
  } catch (error) {
    notice.failed(error);
  }
}
