// A form whose typed values are kept until they are saved or discarded (web/app/drafts.ts), for what is new.
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
  const [typed] = useState(() => draftAt(name)?.value as Values | undefined);
  const isUntouched = (values: Values) => JSON.stringify(values) === JSON.stringify(initialValues);
  const form = useForm<Values>({
    initialValues: { ...initialValues, ...typed },
    onValuesChange: (values) => (isUntouched(values) ? dropDraft(name) : keepDraft(name, values)),
    ...(validate && { validate }),
  });
  useRestored(() => form.setValues({ ...initialValues, ...(draftAt(name)?.value as Values | undefined) }));
  return {
    form,
    /** Once it is saved. */
    drop: () => dropDraft(name),
    /** Answers with a notice that brings it back. */
    discard() {
      const values = form.getValues();
      dropDraft(name);
      if (!isUntouched(values)) notice.done(`Discarded ${what}`, () => restoreDrafts([[name, values]]));
    },
  };
}
