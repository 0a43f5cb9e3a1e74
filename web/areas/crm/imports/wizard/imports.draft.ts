// The file in the wizard's hands and the form made for it. Every change is saved on the server, so that a reload, or another
// device, goes on where this one was left.

import { ApiError, call } from '#app/api.ts';
import { createStore } from '#app/store.ts';
import { type draftSteps, type SavedImportDraft, updateImportDraft } from '#contract/importDrafts.ts';
import type { ImportDraft, ImportForm } from '#contract/imports.ts';
import { formOf, sendable } from './imports.form.ts';
import { createSaver } from './imports.saver.ts';

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

/** Resumes a draft of this device or another. Headings and first values come from the file. */
export function resumeDraft({ form: saved, step: reached, ...file }: SavedImportDraft) {
  const { form, step } = saver.newest(file.id) ?? { form: saved, step: reached };
  const left = new Map(form?.fields.map((field) => [field.column, field]));
  const fields = file.fields.map((field) => {
    const { field: goesTo = null, date_order = null } = left.get(field.column) ?? {};
    return form ? { ...field, field: goesTo, date_order } : field;
  });
  draft.set({ file, form: form ? { ...form, fields } : formOf(file), step, started: false });
}

export function changeForm(form: ImportForm) {
  const now = draft.get();
  if (now) change({ ...now, form });
}

export function reachStep(step: DraftStep) {
  const now = draft.get();
  if (!now || now.started || now.step === step) return;
  change({ ...now, step });
}

export function startDraft() {
  const now = draft.get();
  if (!now) return;
  draft.set({ ...now, started: true });
  saver.forget(now.file.id);
}

function change(next: Draft) {
  draft.set(next);
  if (!next.started) saver.keep(next.file.id, next);
}

const saver = createSaver<Pick<Draft, 'form' | 'step'>>({
  send: (id, { form, step }, signal) => {
    const body = { form: sendable(form), step };
    // A browser refuses to send a longer body for a page that is left.
    const keepalive = new Blob([JSON.stringify(body)]).size < 60_000;
    return call(updateImportDraft, { params: { id }, body }, { signal, keepalive });
  },
  isRefused: (error) =>
    error instanceof ApiError && error.problem.status < 500 && ![401, 408, 429].includes(error.problem.status),
});

// The page goes, or is hidden on a phone, where it may never come back.
globalThis.addEventListener?.('pagehide', saver.flush);
globalThis.addEventListener?.('visibilitychange', () => document.visibilityState === 'hidden' && saver.flush());
