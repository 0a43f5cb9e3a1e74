// How many rows have each outcome, and what cannot be read; each number shows its rows.
import { Button, CloseButton, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { ImportCorrection, ImportForm, ImportPreview } from '#contract/imports.ts';
import { Dot } from '#ui/Dot.tsx';
import { useCustomFields } from '#web/areas/crm/reference/reference.api.ts';
import { amount, counted, outcomeWords } from '../imports.labels.ts';
import { useAnswers } from './ImportFix.tsx';
import classes from './ImportOutcomes.module.css';
import { ImportProblem } from './ImportProblem.tsx';
import { changeForm } from './imports.draft.ts';
import { uncorrect } from './imports.fixes.ts';
import type { Outcome, Problem, RowFilter } from './imports.preview.ts';
import { targetLabel } from './imports.targets.ts';

const outcomes: Outcome[] = ['create', 'update', 'skip', 'reject'];
/** Problems shown at first. */
const few = 3;

interface Props {
  preview: ImportPreview;
  form: ImportForm;
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
}

export function ImportOutcomes({ preview: { totals, looked_at, problems }, form, filter, onFilter }: Props) {
  const [all, setAll] = useState(false);
  /** The reason whose values the user is giving a meaning: stays in sight even if others are more frequent now. */
  const [meaning, setMeaning] = useState<string | null>(null);
  const shown = problems.filter((problem, index) => all || index < few || keyOf(problem) === meaning);
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
              {amount(totals[outcome])} {outcomeWords[outcome].counted}
            </Total>
          ))}
      </fieldset>
      {problems.length > 0 && (
        <ul className={classes.problems} aria-label="What cannot be read">
          {shown.map((problem) => (
            <ImportProblem
              key={keyOf(problem)}
              problem={problem}
              form={form}
              chosen={isChosen(problem)}
              onChoose={() => onFilter(isChosen(problem) ? 'all' : problem)}
              meaning={keyOf(problem) === meaning}
              onMeaning={(on) => setMeaning(on ? keyOf(problem) : null)}
            />
          ))}
          {shown.length < problems.length && (
            <li>
              <Button size="compact-sm" variant="subtle" onClick={() => setAll(true)}>
                Show {counted(problems.length - shown.length, 'more reason')}
              </Button>
            </li>
          )}
        </ul>
      )}
      <ImportCorrections form={form} />
    </div>
  );
}

const keyOf = ({ field, reason }: Problem) => `${field} ${reason}`;

function Total({ pressed, onClick, children }: { pressed: boolean; onClick: () => void; children: React.ReactNode }) {
  return (
    <UnstyledButton className={`${classes.total} figures`} aria-pressed={pressed} onClick={onClick}>
      {children}
    </UnstyledButton>
  );
}

/** Values that the user gave a meaning, each with an undo. */
function ImportCorrections({ form }: { form: ImportForm }) {
  if (form.corrections.length === 0) return null;
  return (
    <ul className={classes.corrections} aria-label="Corrected values">
      {form.corrections.map((correction) => (
        <Corrected key={`${correction.field} ${correction.line} ${correction.value}`} correction={correction} form={form} />
      ))}
    </ul>
  );
}

function Corrected({ correction, form }: { correction: ImportCorrection; form: ImportForm }) {
  const { field, line, value, as } = correction;
  const customFields = useCustomFields();
  const answers = useAnswers(field);
  const read = answers?.find((answer) => answer.value === as)?.label ?? as;
  const said = `${targetLabel(field, customFields)} “${value}”${line === null ? '' : ` in line ${amount(line)}`}`;
  return (
    <li className={classes.correction}>
      <span>
        {said} {read === '' ? 'is left out' : `is read as “${read}”`}
      </span>
      <CloseButton size="sm" aria-label={`Undo: ${said}`} onClick={() => changeForm(uncorrect(form, correction))} />
    </li>
  );
}
