// How many rows become what, and what is wrong with the others; each figure shows its rows.
import { Button, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { ImportForm, ImportPreview } from '#contract/imports.ts';
import { Dot } from '../../ui/Dot.tsx';
import { useCustomFields } from '../reference/reference.api.ts';
import classes from './ImportOutcomes.module.css';
import { changeForm } from './imports.draft.ts';
import { assign, columnName } from './imports.form.ts';
import type { Outcome, Problem, RowFilter } from './imports.preview.ts';
import { targetLabel } from './imports.targets.ts';
import { amount, counted, outcomeWords } from './imports.words.ts';

const outcomes: Outcome[] = ['create', 'update', 'skip', 'reject'];
/** Problems shown before one asks for the rest. */
const few = 3;

export function ImportOutcomes({
  preview: { totals, looked_at, problems },
  form,
  filter,
  onFilter,
}: {
  preview: ImportPreview;
  form: ImportForm;
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
}) {
  const [all, setAll] = useState(false);
  const isChosen = ({ field, reason }: Problem) =>
    typeof filter === 'object' && filter.field === field && filter.reason === reason;
  return (
    <div className={classes.root}>
      <fieldset className={`group ${classes.totals}`}>
        <legend className="unseen">Rows in view</legend>
        <Total pressed={filter === 'all'} onClick={() => onFilter('all')}>
          {looked_at < 1000 ? `All ${counted(looked_at, 'row')}` : `The first ${amount(looked_at)} rows`}
        </Total>
        {outcomes
          .filter((outcome) => totals[outcome] > 0)
          .map((outcome) => (
            <Total key={outcome} pressed={filter === outcome} onClick={() => onFilter(filter === outcome ? 'all' : outcome)}>
              <Dot tone={outcomeWords[outcome].color} />
              {amount(totals[outcome])} {outcomeWords[outcome].deed}
            </Total>
          ))}
      </fieldset>
      {problems.length > 0 && (
        <ul className={classes.problems} aria-label="What is wrong">
          {problems.slice(0, all ? undefined : few).map((problem) => (
            <ProblemLine
              key={`${problem.field} ${problem.reason}`}
              problem={problem}
              form={form}
              chosen={isChosen(problem)}
              onChoose={() => onFilter(isChosen(problem) ? 'all' : problem)}
            />
          ))}
          {!all && problems.length > few && (
            <li>
              <Button size="compact-sm" variant="subtle" onClick={() => setAll(true)}>
                Show {counted(problems.length - few, 'more reason')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

function Total({ pressed, onClick, children }: { pressed: boolean; onClick: () => void; children: React.ReactNode }) {
  return (
    <UnstyledButton className={`${classes.total} figures`} aria-pressed={pressed} onClick={onClick}>
      {children}
    </UnstyledButton>
  );
}

function ProblemLine({
  problem,
  form,
  chosen,
  onChoose,
}: {
  problem: Problem;
  form: ImportForm;
  chosen: boolean;
  onChoose: () => void;
}) {
  const customFields = useCustomFields();
  const column = form.fields.find(({ field }) => field === problem.field);
  const name = column && columnName(column, form.has_headings);
  return (
    <li className={classes.problem} data-chosen={chosen || undefined}>
      <UnstyledButton className={classes.words} aria-pressed={chosen} onClick={onChoose}>
        <span className={`${classes.count} figures`}>{counted(problem.count, 'row')}</span>
        <span>
          {column && <strong>{targetLabel(problem.field, customFields)}: </strong>}
          {problem.reason}
          {problem.example && <span className={classes.example}> “{problem.example}”</span>}
        </span>
      </UnstyledButton>
      {column && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={() => changeForm(assign(form, column.column, null).form)}
          aria-label={`Leave out the column “${name}”`}
        >
          Leave out
        </Button>
      )}
    </li>
  );
}
