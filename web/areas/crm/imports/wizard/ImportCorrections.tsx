// Values that the user gave a meaning, each with an undo.
import { CloseButton } from '@mantine/core';
import type { ImportCorrection, ImportForm } from '#contract/imports.ts';
import { useCustomFields } from '#web/areas/crm/reference/reference.api.ts';
import { amount } from '../imports.labels.ts';
import { useAnswers } from './ImportFix.tsx';
import classes from './ImportOutcomes.module.css';
import { changeForm } from './imports.draft.ts';
import { uncorrect } from './imports.fixes.ts';
import { targetLabel } from './imports.targets.ts';

export function ImportCorrections({ form }: { form: ImportForm }) {
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
