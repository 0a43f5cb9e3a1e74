// A wrong value, and a popover to correct it: in its row alone, or in its whole column.
import { Button, Group, Select, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { type ImportForm, type ImportTarget, longestCorrected } from '#contract/imports.ts';
import { Popover } from '#ui/Popover.tsx';
import { useCategories, useCustomFields, useSources, useStatuses } from '#web/areas/crm/reference/reference.api.ts';
import { amount } from '../imports.labels.ts';
import classes from './ImportRows.module.css';
import { alike, answersOf, correct } from './imports.fixes.ts';
import type { Problem } from './imports.preview.ts';
import { targetLabel } from './imports.targets.ts';

interface Props {
  line: number;
  /** As in the file. */
  value: string;
  problem: Problem;
  form: ImportForm;
  onChange: (form: ImportForm) => void;
}

export function ImportFix({ tabIndex, children, ...props }: Props & { tabIndex: number; children: ReactNode }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <Popover
      opened={opened}
      onClose={close}
      position="bottom-start"
      width="19rem"
      target={
        <UnstyledButton data-cell className={classes.fix} tabIndex={tabIndex} onClick={open}>
          {children}
        </UnstyledButton>
      }
    >
      {opened && <FixForm {...props} onDone={close} />}
    </Popover>
  );
}

function FixForm({ line, value, problem, form, onChange, onDone }: Props & { onDone: () => void }) {
  const answers = useAnswers(problem.field);
  const customFields = useCustomFields();
  const [as, setAs] = useState(answers ? '' : value.slice(0, longestCorrected));
  // Longer values are corrected one by one: the form has only their beginning.
  const count = value.length < longestCorrected ? alike(problem, value) : 1;
  const field = problem.field as ImportTarget;
  const say = (where: number | null) => {
    onChange(correct(form, { field, line: where, value: value.slice(0, longestCorrected), as: as.trim() }));
    onDone();
  };
  const input = { label: targetLabel(field, customFields), description: problem.reason, 'data-autofocus': true };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        say(count > 1 ? null : line);
      }}
    >
      {answers ? (
        <Select
          {...input}
          placeholder="Leave it out"
          searchable
          clearable
          data={answers}
          value={as || null}
          onChange={(next) => setAs(next ?? '')}
          comboboxProps={{ withinPortal: false }}
        />
      ) : (
        <TextInput
          {...input}
          autoComplete="off"
          maxLength={longestCorrected}
          placeholder="Leave it out"
          value={as}
          onChange={(event) => setAs(event.currentTarget.value)}
        />
      )}
      <Group gap="xs">
        {count > 1 && (
          <Button type="submit" size="compact-md">
            Change all {amount(count)} alike
          </Button>
        )}
        <Button
          type={count > 1 ? 'button' : 'submit'}
          size="compact-md"
          variant={count > 1 ? 'default' : 'filled'}
          onClick={count > 1 ? () => say(line) : undefined}
        >
          Change this row
        </Button>
      </Group>
      {count > 1 && (
        <Text size="xs" c="dimmed">
          Alike: “{value}” in this column, in rows further down too.
        </Text>
      )}
    </form>
  );
}

/** The field's possible values; null if any text is possible. */
export function useAnswers(field: string) {
  const lists = { statuses: useStatuses(), sources: useSources(), categories: useCategories(), customFields: useCustomFields() };
  return answersOf(field, lists);
}
