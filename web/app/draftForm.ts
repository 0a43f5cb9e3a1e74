// A form whose typed values are kept until they are saved or discarded (web/app/drafts.ts). Opened again, it marks the typed fields that a
// colleague has changed since.
import { type UseFormInput, useForm } from '@mantine/form';
import { useState } from 'react';
import { changesIn, clashesOf, draftOf, type FormDraft } from './draftChanges.ts';
import { draftAt, dropDraft, keepDraft, restoreDrafts, useRestored } from './drafts.ts';
import { notice } from './notices.tsx';

interface Input<Values> extends Pick<UseFormInput<Values>, 'validate'> {
  /** Under which name it is kept: `contact:new`. */
  name: string;
  initialValues: Values;
  /** Said where it is discarded: "the new contact". */
  what: string;
}

export function useDraftForm<Values extends Record<string, unknown>>({ name, initialValues, what, validate }: Input<Values>) {
  const [saved] = useState(initialValues);
  const [restored] = useState(() => draftAt(name)?.value as FormDraft | undefined);
  const form = useForm<Values>({
    // Only what was typed: the other fields come fresh, with what colleagues changed meanwhile.
    initialValues: { ...saved, ...restored?.typed },
    initialErrors: restored ? clashesOf(restored, saved) : {},
    onValuesChange: (values) => {
      const draft = draftOf(values, saved, restored);
      if (draft) keepDraft(name, draft);
      else dropDraft(name);
    },
    ...(validate && { validate }),
  });
  useRestored(() => {
    const draft = draftAt(name)?.value as FormDraft | undefined;
    form.setValues({ ...saved, ...(draft?.typed as Partial<Values> | undefined) });
    form.setErrors(draft ? clashesOf(draft, saved) : {});
  });
  return {
    form,
    /** Only the changed values: a form sends no others, so that it takes back nothing that others changed meanwhile. */
    changed: (values: Values) => changesIn(values, saved),
    /** Once it is saved. */
    drop: () => dropDraft(name),
    /** Answers with a notice that brings it back. */
    discard() {
      const draft = draftOf(form.getValues(), saved, restored);
      dropDraft(name);
      if (draft) notice.done(`Discarded ${what}`, () => restoreDrafts([[name, draft]]));
    },
  };
}
