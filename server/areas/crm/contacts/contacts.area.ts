import { area } from '#kernel/area.ts';
import { type Attached, doneBy, ofContact, ofUser } from '#kernel/attached.ts';
import { schedule } from '#kernel/jobs/schedules.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { type TimelineKind, timelineKind } from '#kernel/timeline.ts';
import { contactCards } from './contacts.cards.ts';
import { eraseContacts } from './contacts.erase.ts';
import { contactJobs } from './contacts.jobs.ts';
import { mailMentioned } from './contacts.mentions.ts';
import { retentionDays } from './contacts.officeSettings.ts';
import { assignOperation, deleteOperation, restoreOperation, updateOperation } from './contacts.operations.ts';
import { resealContacts, resealJournal } from './contacts.reseal.ts';
import { contactRoutes } from './contacts.routes.ts';
import { undoOperation } from './contacts.undo.ts';

/** `attached`: what becomes of every row of a contact that is erased. `timeline`: the kinds of all areas. */
export const contactArea = (all: () => { attached: readonly Attached[]; timeline: readonly TimelineKind[] }) =>
  area({
    name: 'contacts',
    routes: contactRoutes(() => all().timeline),
    jobs: [
      perform(contactJobs.erase, (ctx, _, run) => eraseContacts(ctx, all().attached, run)),
      perform(contactJobs.mentioned, mailMentioned),
    ],
    schedules: [schedule({ name: 'contacts.erase', cron: '40 2 * * *', job: contactJobs.erase })],
    settings: [retentionDays],
    cards: contactCards,
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
      ofContact('contact_changes', 'contact_id', {
        merge: 'keep',
        undo: 'keep',
        restore: 'stays',
        purge: { empty: ['before', 'after', 'medicare_number_sealed', 'medicare_number_blind'] },
        export: true,
      }),
      ofContact('contacts', 'merged_into', { merge: 'keep', undo: 'keep', restore: 'stays', purge: 'drop', export: false }),
      ofUser('contacts', 'owner_id', { handOver: 'move', purge: 'anonymize', export: false }),
      ...doneBy('contact_notes', 'author_id'),
      ...doneBy('contact_changes', 'actor_id', 'impersonator_id'),
    ],
    timeline: [
      timelineKind({
        name: 'record',
        label: 'The record',
        actions: ['created', 'opened', 'updated', 'deleted', 'restored', 'undone'],
        names: {
          status_id: ['statuses', 'title'],
          agentflow_status_id: ['agentflow_statuses', 'title'],
          source_id: ['sources', 'title'],
          category_id: ['categories', 'title'],
          medicare_carrier_id: ['carriers', 'name'],
          custom: ['custom_fields', 'name'],
        },
      }),
      timelineKind({
        name: 'owners',
        label: 'Owners and transfers',
        actions: ['assigned'],
        names: { owner_id: ['users', `trim(first_name || ' ' || last_name)`], pool_id: ['pools', 'name'] },
      }),
      timelineKind({ name: 'emails', label: 'Checks of e-mail addresses', actions: ['email_checked', 'email_verified'] }),
      timelineKind({
        name: 'notes',
        label: 'Notes',
        actions: ['noted', 'note_edited', 'note_deleted', 'note_pinned', 'note_unpinned'],
      }),
      timelineKind({ name: 'activities', label: 'Calls and other activities', actions: ['activity', 'activity_undone'] }),
    ],
  });
