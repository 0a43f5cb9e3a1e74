// The form of a look-up's row, in a drawer. Typed text is kept until it is saved or discarded.
import { useState } from 'react';
import { FormDrawer } from '#ui/FormDrawer.tsx';
import { isRefused } from '../api.ts';
import { useDraftForm } from '../draftForm.ts';
import { draftAt } from '../drafts.ts';
import { useSend } from '../queries.ts';
import classes from './LookupPage.module.css';
import { aRow, type LookupRow, type LookupScreen } from './lookups.ts';

interface Props {
  screen: LookupScreen;
  /** Undefined: a new one. */
  row: LookupRow | undefined;
  onAdded?: ((row: { id: number }) => void) | undefined;
  onClose: () => void;
}

export function LookupForm({ screen, row, onAdded, onClose }: Props) {
  const name = `lookup:${screen.create.path}:${row?.id ?? 'new'}`;
  const saved = screen.valuesOf(row) as Record<string, unknown>;
  const [isRestored] = useState(() => draftAt(name) !== undefined);
  const { form, drop, discard } = useDraftForm({ name, initialValues: saved, what: `your changes to the ${screen.one}` });
  const options = {
    invalidates: [screen.list],
    form: true,
    handles: ['invalid', 'lookups.name_taken'] as const,
    onDone: () => {
      drop();
      onClose();
    },
  };
  const create = useSend(screen.create, {
    ...options,
    onDone: (added) => {
      options.onDone();
      onAdded?.(added as { id: number });
    },
  });
  const update = useSend(screen.update, options);
  const { error, isPending, mutate } = row ? update : create;
  // Errors of values that have no field here.
  const refused = isRefused(error, 'invalid') ? Object.entries(error.fieldErrors) : [];
  const base = refused.find(([field]) => !Object.hasOwn(saved, field))?.[1];

  return (
    <FormDrawer
      title={row ? `Edit ${screen.nameOf(row)}` : `Add ${aRow(screen)}`}
      submit={row ? 'Save' : `Add the ${screen.one}`}
      error={base}
      busy={isPending}
      onSubmit={form.onSubmit((values) =>
        mutate({ ...(row && { params: { id: row.id } }), body: screen.bodyOf(values) } as object, {
          onError: (failed) => isRefused(failed, 'invalid', 'lookups.name_taken') && form.setErrors(failed.fieldErrors),
        }),
      )}
      onClose={onClose}
      onDiscard={() => {
        discard();
        onClose();
      }}
    >
      {isRestored && (
        <p role="status" className={classes.faint}>
          Not saved yet: this is what you typed before. Cancel discards it.
        </p>
      )}
      <screen.Fields form={form as never} />
    </FormDrawer>
  );
}
