import * as activities from '#contract/contactActivities.ts';
import * as emails from '#contract/contactEmails.ts';
import * as history from '#contract/contactHistory.ts';
import * as matches from '#contract/contactMatches.ts';
import * as contacts from '#contract/contacts.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import type { TimelineKind } from '#kernel/timeline.ts';
import { logActivity, undoActivity } from './contacts.activities.ts';
import { forceVerifyEmail, validateEmail } from './contacts.emails.ts';
import { countContacts, listContacts } from './contacts.lists.ts';
import { findMatches } from './contacts.matches.ts';
import { listMentionable } from './contacts.mentions.ts';
import { createNote, deleteNote, listNotes, pinNote, updateNote } from './contacts.notes.ts';
import { restoreValue } from './contacts.restoreValue.ts';
import { assignToMe, createContact, openContact, quickUpdateContact, updateContact } from './contacts.service.ts';
import { listTimeline, timelineFilters } from './contacts.timeline.ts';

/** `timeline`: the kinds of all areas. */
export const contactRoutes = (timeline: () => readonly TimelineKind[]) => [
  ...routes(contacts, {
    listContacts: (ctx, { body: { contacts_scope, meta_only, exact } }) =>
      inTenant(ctx, async (tx) =>
        meta_only ? { data: [], meta: await countContacts(tx, contacts_scope, exact) } : listContacts(tx, contacts_scope),
      ),
    createContact: (ctx, { body }) => inTenant(ctx, (tx) => createContact(tx, body)),
    getContact: (ctx, { params, query }) =>
      inTenant(ctx, (tx) => openContact(tx, params.id, query.not_remove_new_tag || !ctx.fromOwnPage)),
    updateContact: (ctx, { params, body }) => inTenant(ctx, (tx) => updateContact(tx, params.id, body)),
    quickUpdateContact: (ctx, { params, body }) => inTenant(ctx, (tx) => quickUpdateContact(tx, params.id, body)),
    updateContactNote: (ctx, { params, body }) => inTenant(ctx, (tx) => updateContact(tx, params.id, body)),
    assignContactToMe: (ctx, { params }) => inTenant(ctx, (tx) => assignToMe(tx, params.id)),
  }),
  ...routes(activities, {
    logContactActivity: (ctx, { params, body }) => inTenant(ctx, (tx) => logActivity(tx, params.id, body)),
    undoContactActivity: (ctx, { params }) => inTenant(ctx, (tx) => undoActivity(tx, params.id, params.activityId)),
  }),
  ...routes(matches, {
    findContactMatches: (ctx, { body }) => inTenant(ctx, (tx) => findMatches(tx, body)),
  }),
  ...routes(emails, {
    validateContactEmail: (ctx, { params, body }) => validateEmail(ctx, params.id, body.email),
    forceVerifyContactEmail: (ctx, { params, body }) => inTenant(ctx, (tx) => forceVerifyEmail(tx, params.id, body.email)),
  }),
  ...routes(history, {
    listContactNotes: (ctx, { params, query }) => inTenant(ctx, (tx) => listNotes(tx, params.id, query.q)),
    createContactNote: (ctx, { params, body }) => inTenant(ctx, (tx) => createNote(tx, params.id, body)),
    updateContactNoteEntry: (ctx, { params, body }) => inTenant(ctx, (tx) => updateNote(tx, params.id, params.noteId, body)),
    pinContactNote: (ctx, { params, body }) => inTenant(ctx, (tx) => pinNote(tx, params.id, params.noteId, body.pinned)),
    listMentionableUsers: (ctx, { params, query }) => inTenant(ctx, (tx) => listMentionable(tx, params.id, query.q)),
    deleteContactNote: (ctx, { params }) => inTenant(ctx, (tx) => deleteNote(tx, params.id, params.noteId)),
    restoreContactValue: (ctx, { params, body }) => inTenant(ctx, (tx) => restoreValue(tx, params.id, params.entryId, body)),
    listContactTimeline: (ctx, { params, query }) => inTenant(ctx, (tx) => listTimeline(tx, timeline(), params.id, query)),
    getContactTimelineFilters: (ctx, { params }) => inTenant(ctx, (tx) => timelineFilters(tx, timeline(), params.id)),
  }),
];
