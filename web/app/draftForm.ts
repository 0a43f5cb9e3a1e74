// A form whose typed values are kept until they are saved or discarded (web/app/drafts.ts).
import { type UseFormInput, useForm } from '@mantine/form';
import { useState } from 'react';
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
  const [typed] = useState(() => draftAt(name)?.value as Partial<Values> | undefined);
  const changesOf = (values: Values) => {
    const changed = Object.entries(values).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(saved[field]));
    return changed.length > 0 ? Object.fromEntries(changed) : undefined;
  };
  const form = useForm<Values>({
    initialValues: { ...saved, ...typed },
    // Only what was typed: the other fields come fresh, with what colleagues changed meanwhile.
    onValuesChange: (values) => {
      const changes = changesOf(values);
      if (changes) keepDraft(name, changes);
      else dropDraft(name);
    },
    ...(validate && { validate }),
  });
  useRestored(() => form.setValues({ ...saved, ...(draftAt(name)?.value as Partial<Values> | undefined) }));
  return {
    form,
    /** Once it is saved. */
    drop: () => dropDraft(name),
    /** Answers with a notice that brings it back. */
    discard() {
      const changes = changesOf(form.getValues());
      dropDraft(name);
      if (changes) notice.done(`Discarded ${what}`, () => restoreDrafts([[name, changes]]));
    },
  };
}
