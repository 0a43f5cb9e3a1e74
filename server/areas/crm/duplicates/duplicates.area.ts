import { area } from '#kernel/area.ts';
import { type Attached, doneBy, ofContact } from '#kernel/attached.ts';
import { timelineKind } from '#kernel/timeline.ts';
import { mergeOperation } from './duplicates.operations.ts';
import { duplicateRoutes } from './duplicates.routes.ts';

const history = { merge: 'keep', undo: 'keep', restore: 'stays', purge: 'drop', export: false } as const;

/** `attached`: what belongs to contacts, of all areas. */
export const duplicateArea = (attached: () => readonly Attached[]) =>
  area({
    name: 'duplicates',
    routes: duplicateRoutes(attached),
    operations: [mergeOperation(attached)],
    attached: [
      ofContact('contact_merges', 'survivor_id', history),
      ofContact('duplicate_dismissals', 'contact_id', history),
      ofContact('duplicate_dismissals', 'other_contact_id', history),
      ...doneBy('contact_merges', 'merged_by', 'undone_by'),
      ...doneBy('duplicate_dismissals', 'dismissed_by'),
    ],
    timeline: [timelineKind({ name: 'merges', label: 'Merges', actions: ['merged', 'unmerged'] })],
  });
