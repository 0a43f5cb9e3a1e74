// The draft of a form keeps the typed values, and the saved ones that they replace.

type Fields = Record<string, unknown>;

export interface FormDraft {
  typed: Fields;
  base: Fields;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields that are not as they were saved. */
export const changesIn = <Values extends Fields>(values: Values, saved: Values) =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => !isSame(value, saved[field]))) as Partial<Values>;

/** Only what was typed. A field that was not changed since the draft `before` keeps its base. Undefined: nothing was typed. */
export function draftOf(values: Fields, saved: Fields, before?: FormDraft): FormDraft | undefined {
  const typed = changesIn(values, saved);
  const changed = Object.keys(typed);
  if (changed.length === 0) return;
  const isOld = (field: string) => before && field in before.typed && isSame(values[field], before.typed[field]);
  return {
    typed,
    base: Object.fromEntries(changed.map((field) => [field, isOld(field) ? before?.base[field] : saved[field]])),
  };
}

/** Errors of the typed fields that a colleague has changed since. */
export function clashesOf({ typed, base }: FormDraft, saved: Fields): Record<string, string> {
  const fields = Object.keys(typed).filter((field) => !isSame(base[field], saved[field]) && !isSame(typed[field], saved[field]));
  return Object.fromEntries(fields.map((field) => [field, changedWords(saved[field])]));
}

/** With the colleague's value, where it fits in a line. */
export const changedWords = (theirs: unknown) =>
  `A colleague changed this${typeof theirs === 'string' && theirs !== '' ? `: ${theirs}` : ''}`;
