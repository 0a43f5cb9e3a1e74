// The form of a look-up's row, in a drawer. What is typed is kept until it is saved or discarded.
import { Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Drawer } from '#ui/Drawer.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { isRefused } from '../api.ts';
import { draftAt, dropDraft, keepDraft } from '../drafts.ts';
import { notice, textOf } from '../notices.tsx';
import { useSend } from '../queries.ts';
import classes from './LookupPage.module.css';
import type { LookupRow, LookupScreen } from './lookups.ts';

interface Props {
  screen: LookupScreen;
  edited: LookupRow | 'new' | undefined;
  onClose: () => void;
}

export function LookupForm({ screen, edited, onClose }: Props) {
  const row = edited === 'new' ? undefined : edited;
  return (
    <Drawer
      opened={edited !== undefined}
      onClose={onClose}
      label={row ? `Edit ${screen.nameOf(row)}` : `Add a ${screen.one}`}
      size="26rem"
      position="right"
      bodyClass={classes.drawer}
    >
      {edited && <Form key={row?.id ?? 'new'} screen={screen} row={row} onClose={onClose} />}
    </Drawer>
  );
}

function Form({ screen, row, onClose }: { screen: LookupScreen; row: LookupRow | undefined; onClose: () => void }) {
  const draft = `lookup:${screen.create.path}:${row?.id ?? 'new'}`;
  const saved = screen.valuesOf(row);
  const [typed] = useState(() => draftAt(draft)?.value as object | undefined);
  const form = useForm<object>({
    initialValues: { ...saved, ...typed },
    onValuesChange: (values) => (isSame(values, saved) ? dropDraft(draft) : keepDraft(draft, values)),
  });
  const options = {
    invalidates: [screen.list],
    form: true,
    handles: ['invalid', 'lookups.name_taken'] as const,
    onDone: () => {
      dropDraft(draft);
      onClose();
    },
  };
  const create = useSend(screen.create, options);
  const update = useSend(screen.update, options);
  const { error, isPending, mutate } = row ? update : create;
  const submit = form.onSubmit((values) =>
    mutate({ ...(row && { params: { id: row.id } }), body: screen.bodyOf(values) } as object, {
      onError: (refused) => isRefused(refused, 'invalid', 'lookups.name_taken') && form.setErrors(refused.fieldErrors),
    }),
  );
  const discard = () => {
    const values = form.getValues();
    dropDraft(draft);
    onClose();
    if (!isSame(values, saved)) notice.done('Discarded what you typed', () => keepDraft(draft, values));
  };
  const base = isRefused(error, 'invalid') ? (error.fieldErrors.base ?? null) : null;

  return (
    <>
      <Title order={2} className={classes.heading ?? ''}>
        {row ? `Edit ${screen.nameOf(row)}` : `Add a ${screen.one}`}
      </Title>
      {typed && (
        <Text role="status" size="sm" c="dimmed" mb="sm">
          Not saved yet: this is what you typed before. Cancel discards it.
        </Text>
      )}
      <FormLayout
        submit={row ? 'Save' : `Add the ${screen.one}`}
        busy={isPending}
        error={base ?? (isRefused(error, 'not_found') ? textOf(error) : undefined)}
        onSubmit={submit}
        onCancel={discard}
      >
        <screen.Fields form={form} row={row} />
      </FormLayout>
    </>
  );
}

const isSame = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);
