// A reason why values cannot be read: how many rows, which values, and what to do with them.
import { Button, SegmentedControl, Select, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { notice } from '#app/notices.tsx';
import { type ImportForm, type ImportTarget, longestCorrected } from '#contract/imports.ts';
import { useCustomFields } from '#web/areas/crm/reference/reference.api.ts';
import { amount, counted } from '../imports.labels.ts';
import { useAnswers } from './ImportFix.tsx';
import classes from './ImportOutcomes.module.css';
import { changeForm } from './imports.draft.ts';
import { chooseAction, correct } from './imports.fixes.ts';
import { assign, columnName } from './imports.form.ts';
import type { Problem } from './imports.preview.ts';
import { targetLabel } from './imports.targets.ts';

interface Props {
  problem: Problem;
  form: ImportForm;
  /** Its rows are in view. */
  chosen: boolean;
  onChoose: () => void;
  /** Whether the user is giving its values a meaning. */
  meaning: boolean;
  onMeaning: (meaning: boolean) => void;
}

/** Values that its line shows. */
const fewValues = 3;

export function ImportProblem({ problem, form, chosen, onChoose, meaning, onMeaning }: Props) {
  const { field, reason, action, values, others } = problem;
  const customFields = useCustomFields();
  const column = form.fields.find((each) => each.field === field);
  const label = targetLabel(field, customFields);
  const name = column ? columnName(column, form.has_headings) : '';
  const unshown = others + Math.max(values.length - fewValues, 0);
  return (
    <li className={classes.problem} data-chosen={chosen || undefined} data-action={action}>
      <div className={classes.line}>
        <UnstyledButton className={classes.words} aria-pressed={chosen} onClick={onChoose}>
          <span className={`${classes.count} figures`}>{counted(problem.count, 'row')}</span>
          <span>
            {column && <strong>{label}: </strong>}
            {reason}
            <span className={classes.example}>
              {values.slice(0, fewValues).map(({ value }) => ` “${value}”`)}
              {unshown > 0 && ` and ${amount(unshown)} more`}
            </span>
          </span>
        </UnstyledButton>
        {column ? (
          <span className={classes.choices}>
            <SegmentedControl
              size="xs"
              aria-label={`What becomes of it: ${label}, ${reason}`}
              value={meaning ? 'map' : action}
              onChange={(next) => {
                onMeaning(next === 'map');
                if (next !== 'map') changeForm(chooseAction(form, problem, next as Problem['action']));
              }}
              data={[
                { value: 'drop', label: 'Leave it out' },
                ...(values.length > 0 ? [{ value: 'map', label: 'Read it as…' }] : []),
                { value: 'reject', label: 'Reject the row' },
              ]}
            />
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={() => {
                changeForm(assign(form, column.column, null).form);
                notice.done(`“${name}” is left out now`, () => changeForm(form));
              }}
              aria-label={`Skip column “${name}”`}
            >
              Skip column
            </Button>
          </span>
        ) : (
          <span className={classes.fixed}>Rejected</span>
        )}
      </div>
      {meaning && <Meanings problem={problem} form={form} />}
    </li>
  );
}

/** Values, most frequent first. A value with a meaning is readable and disappears with the next preview. */
function Meanings({ problem: { field, values, others }, form }: Pick<Props, 'problem' | 'form'>) {
  const answers = useAnswers(field);
  return (
    <ul className={classes.meanings} aria-label="What the values are read as">
      {values
        .filter(({ value }) => value.length < longestCorrected)
        .map(({ value, count }) => (
          <li key={value} className={classes.meaning}>
            <span className={classes.said}>
              “{value}” <span className={classes.example}>{counted(count, 'row')}</span>
            </span>
            <Meaning
              value={value}
              answers={answers}
              onSay={(as) => changeForm(correct(form, { field: field as ImportTarget, line: null, value, as }))}
            />
          </li>
        ))}
      {others > 0 && <li className={classes.example}>And {counted(others, 'more value')}, each in fewer rows.</li>}
    </ul>
  );
}

interface MeaningProps {
  value: string;
  answers: ReturnType<typeof useAnswers>;
  onSay: (as: string) => void;
}

function Meaning({ value, answers, onSay }: MeaningProps) {
  const [text, setText] = useState('');
  const input = { size: 'xs', 'aria-label': `Read “${value}” as`, className: classes.input } as const;
  if (answers) return <Select {...input} placeholder="Read as" searchable data={answers} onChange={(as) => as && onSay(as)} />;
  return (
    <form
      className={classes.said}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) onSay(text.trim());
      }}
    >
      <TextInput
        {...input}
        placeholder="Read as"
        autoComplete="off"
        maxLength={longestCorrected}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="compact-xs" variant="default" disabled={text.trim() === ''}>
        Use it
      </Button>
    </form>
  );
}
