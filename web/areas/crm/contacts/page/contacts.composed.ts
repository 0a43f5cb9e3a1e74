// The text in a contact's composer, kept as a draft. In its own file: the page's keys write to it before the composer is loaded.

import { draftAt, keepDraft } from '#app/drafts.ts';
import type { ActivityType } from '#contract/activityTypes.ts';
import type { RichDoc } from '#contract/kit/richText.ts';

export type Kind = 'note' | ActivityType;

export interface Composed {
  kind: Kind;
  outcome: string | null;
  /** As a clock shows it where the user is. Null: as it is added. '': while it is typed. */
  when: string | null;
  body: string;
  /** Null while the text is plain. */
  doc: RichDoc | null;
}

export const emptyComposed: Composed = { kind: 'note', outcome: null, when: null, body: '', doc: null };
/** In the order in which they are offered. */
export const kindLabels: Record<Kind, string> = {
  note: 'Note',
  call: 'Call',
  voicemail: 'Voicemail',
  text: 'Text',
  email: 'E-mail',
  meeting: 'Meeting',
  mail: 'Letter',
  other: 'Other',
};

export const composeName = (contactId: number) => `compose:${contactId}`;
/** The page's keys bring the focus here. */
export const composerName = 'new-note';

/** Keeps the typed text. */
export function startLog(contactId: number, kind: ActivityType) {
  const typed = (draftAt(composeName(contactId))?.value as Composed | undefined) ?? emptyComposed;
  keepDraft(composeName(contactId), { ...typed, kind, outcome: typed.kind === kind ? typed.outcome : null });
}
