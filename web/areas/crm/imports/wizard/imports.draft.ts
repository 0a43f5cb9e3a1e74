// The file in the wizard's hands and the form made for it. Every change is saved on the server, so that a reload, or another
// device, goes on where this one was left.

import { call } from '#app/api.ts';
import { createStore } from '#app/store.ts';
import { type draftSteps, type SavedImportDraft, updateImportDraft } from '#contract/importDrafts.ts';
import type { ImportDraft, ImportForm } from '#contract/imports.ts';
import { formOf, sendable } from './imports.form.ts';

export type DraftStep = (typeof draftSteps)[number];

export interface Draft {
  file: ImportDraft;
  form: ImportForm;
  step: DraftStep;
  /** Its import runs or is done: the wizard begins with another file. */
  started: boolean;
}

const draft = createStore<Draft | null>(null);

export const useDraft = draft.use;
export const getDraft = draft.get;

/** A file that was just looked at: there is nothing of it to be saved yet. */
export const beginDraft = (file: ImportDraft) => draft.set({ file, form: formOf(file), step: 'map', started: false });

/** One that was left, on this device or another. Headings and first values come from the file. */
export function resumeDraft({ form, step, ...file }: SavedImportDraft) {
  const left = new Map(form?.fields.map((field) => [field.column, field]));
  const fields = file.fields.map((field) => {
    const { field: goesTo = null, date_order = null } = left.get(field.column) ?? {};
    return form ? { ...field, field: goesTo, date_order } : field;
  });
  draft.set({ file, form: form ? { ...form, fields } : formOf(file), step, started: false });
}

export function changeForm(form: ImportForm) {
  const now = draft.get();
  if (!now) return;
  draft.set({ ...now, form });
  saveSoon();
}

export function reachStep(step: DraftStep) {
  const now = draft.get();
  if (!now || now.started || now.step === step) return;
  draft.set({ ...now, step });
  saveSoon();
}

export function startDraft() {
  clearTimeout(waiting);
  waiting = undefined;
  const now = draft.get();
  if (now) draft.set({ ...now, started: true });
}

/** Milliseconds: somebody who types makes one call, not one a letter. */
const pause = 400;
let waiting: ReturnType<typeof setTimeout> | undefined;

function saveSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(save, pause);
}

/** What the line did not take is saved with the next change. A file that was started meanwhile needs nothing any more. */
function save() {
  clearTimeout(waiting);
  waiting = undefined;
  const now = draft.get();
  if (!now || now.started) return;
  const { file, form, step } = now;
  const body = { form: sendable(form), step };
  // What is longer a browser refuses to send for a page that is left.
  const keepalive = new Blob([JSON.stringify(body)]).size < 60_000;
  call(updateImportDraft, { params: { id: file.id }, body }, { keepalive }).catch(() => {});
}

// The page goes, or is hidden on a phone, where it may never come back.
for (const event of ['pagehide', 'visibilitychange']) {
  globalThis.addEventListener?.(event, () => {
    if (waiting !== undefined && (event === 'pagehide' || document.visibilityState === 'hidden')) save();
  });
}
