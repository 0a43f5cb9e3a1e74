// Which fields of a form are shown, and how far it is answered: the same for the server and the browser.

/** One or more of the values, none of them, no answer, or any answer. */
export const conditionOperators = ['any_of', 'none_of', 'is_empty', 'is_not_empty'] as const;

/** `not_started`: no shown field has an answer. `complete`: one has, and so has each required one that is shown. */
export const captureStates = ['not_started', 'incomplete', 'complete'] as const;
export type CaptureState = (typeof captureStates)[number];

type Answer = string | number | boolean | null;
/** By the id of the custom field. */
export type Answers = Readonly<Record<string, Answer>>;

export interface ProgressField {
  field_id: number;
  required: boolean;
  shown_when: {
    /** A field above this one. */
    field_id: number;
    operator: (typeof conditionOperators)[number];
    values: readonly (string | number | boolean)[];
  } | null;
}

export interface Progress {
  state: CaptureState;
  /** Ids of custom fields, in the form's order. */
  shown: number[];
  /** Shown and required, without an answer. */
  missing: number[];
  answered: number;
}

/** The answer of a hidden field counts as none, also in the conditions of the fields below it. */
export function progressOf(fields: readonly ProgressField[], answers: Answers): Progress {
  const given = new Map<number, Answer>();
  const shown = fields.filter(({ field_id, shown_when: condition }) => {
    const isShown = condition === null || holds(condition, given.get(condition.field_id) ?? null);
    given.set(field_id, isShown ? answerOf(answers, field_id) : null);
    return isShown;
  });
  const missing = shown.filter(({ field_id, required }) => required && given.get(field_id) === null);
  const answered = [...given.values()].filter((answer) => answer !== null).length;
  return {
    state: answered === 0 ? 'not_started' : missing.length > 0 ? 'incomplete' : 'complete',
    shown: shown.map(({ field_id }) => field_id),
    missing: missing.map(({ field_id }) => field_id),
    answered,
  };
}

function holds({ operator, values }: NonNullable<ProgressField['shown_when']>, answer: Answer): boolean {
  if (operator === 'is_empty') return answer === null;
  if (operator === 'is_not_empty') return answer !== null;
  return values.some((value) => value === answer) === (operator === 'any_of');
}

/** A text without a letter is no answer. */
export const answerOf = (answers: Answers, fieldId: number): Answer => {
  const answer = answers[fieldId] ?? null;
  return answer === '' ? null : answer;
};

/** All fields of a form, in its order. */
export const fieldsOfForm = <Field>({ sections }: { sections: readonly { fields: readonly Field[] }[] }): Field[] =>
  sections.flatMap(({ fields }) => fields);
