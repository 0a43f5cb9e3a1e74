// The file in the wizard's hands and the form made for it. Outlives its screens: looking something up elsewhere loses no work.
import type { ImportDraft, ImportForm } from '#contract/imports.ts';
import { createStore } from '../../app/store.ts';

export interface Draft {
  file: ImportDraft;
  form: ImportForm;
  /** Its import runs or is done: the wizard begins with another file. */
  started: boolean;
}

const draft = createStore<Draft | null>(null);

export const useDraft = draft.use;
export const getDraft = draft.get;
export const setDraft = draft.set;

export function changeDraft(change: Partial<Draft>) {
  const now = draft.get();
  if (now) draft.set({ ...now, ...change });
}

export const changeForm = (form: ImportForm) => changeDraft({ form });
