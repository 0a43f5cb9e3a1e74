import { area } from '#kernel/area.ts';
import { doneBy, ofContact, ofUser } from '#kernel/attached.ts';
import { assignOperation, deleteOperation, restoreOperation, updateOperation } from './contacts.operations.ts';
import { resealContacts, resealJournal } from './contacts.reseal.ts';
import { contactRoutes } from './contacts.routes.ts';
import { undoOperation } from './contacts.undo.ts';

export const contactArea = area({
  name: 'contacts',
  routes: contactRoutes,
  operations: [assignOperation, deleteOperation, restoreOperation, updateOperation, undoOperation],
  reseals: {
    'Medicare numbers': resealContacts,
    'replaced Medicare numbers': resealJournal,
  },
  attached: [
    ofContact('contact_field_values', 'contact_id', {
      merge: 'combine',
      undo: 'drop',
      restore: 'stays',
      purge: 'drop',
      export: true,
    }),
    ofContact('contact_notes', 'contact_id', { merge: 'move', undo: 'blocks', restore: 'stays', purge: 'drop', export: true }),
    ofContact('contact_changes', 'contact_id', { merge: 'keep', undo: 'keep', restore: 'stays', purge: 'empty', export: true }),
    ofContact('contacts', 'merged_into', { merge: 'keep', undo: 'keep', restore: 'stays', purge: 'drop', export: false }),
    ofUser('contacts', 'owner_id', { handOver: 'move', purge: 'anonymize', export: false }),
    ...doneBy('contact_notes', 'author_id'),
    ...doneBy('contact_changes', 'actor_id', 'impersonator_id'),
  ],
});
