import { Alert, Button, SegmentedControl, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { notice } from '#app/notices.tsx';
import { namesSomebody } from '#contract/importNaming.ts';
import type { ImportField, ImportTarget } from '#contract/imports.ts';
import { useCustomFields } from '#web/areas/crm/reference/reference.api.ts';
import { counted } from '../imports.labels.ts';
import { ImportColumn } from './ImportColumn.tsx';
import { ImportFileAbout, ImportReading } from './ImportFile.tsx';
import { ImportFrame } from './ImportFrame.tsx';
import classes from './ImportMap.module.css';
import { ImportSettings, useFittingSetting } from './ImportSettings.tsx';
import { changeForm, type Draft } from './imports.draft.ts';
import { assign, columnName, readDays } from './imports.form.ts';
import { isDay, targetGroups } from './imports.targets.ts';

const everything = () => true;
const shows: Record<string, (field: ImportField) => boolean> = {
  mapped: ({ field }) => field !== null,
  out: ({ field }) => field === null,
};

export function ImportMap({ draft }: { draft: Draft }) {
  const { form } = draft;
  const navigate = useNavigate();
  const customFields = useCustomFields();
  const fitting = useFittingSetting(draft);
  const [show, setShow] = useState('all');
  /** Columns in sight when the view was chosen: a column that is mapped there does not disappear. */
  const [kept, setKept] = useState<ReadonlySet<number> | null>(null);
  const mapped = form.fields.filter(({ field }) => field !== null).length;
  const left = form.fields.length - mapped;
  const groups = targetGroups(customFields);
  const holders = new Map(form.fields.flatMap((each) => (each.field ? [[each.field, columnName(each, form.has_headings)]] : [])));
  const canGoOn = namesSomebody(form);

  const choose = (column: number, field: ImportTarget | null) => {
    const { form: next, displaced, lost } = assign(form, column, field);
    changeForm(next);
    const undo = () => changeForm(form);
    if (displaced) {
      const name = columnName(displaced, form.has_headings);
      notice.done(`“${name}” is left out now: a field takes one column`, undo);
    } else if (lost > 0) notice.done(`Removed ${counted(lost, 'correction')} of the values in that column`, undo);
  };

  return (
    <ImportFrame
      step="map"
      about={<ImportFileAbout draft={draft} />}
      actions={<ImportSettings draft={draft} />}
      foot={
        <>
          <Text className={classes.count} data-ready={canGoOn || undefined} role="status">
            {canGoOn
              ? `${counted(mapped, 'column')} in, ${left.toLocaleString('en-US')} left out`
              : 'Map at least a name, a phone or an e-mail: rows without one cannot be kept apart.'}
          </Text>
          <Button variant="default" renderRoot={(props) => <Link to="/imports/new" {...props} />}>
            Other file
          </Button>
          <Button
            disabled={!canGoOn}
            onClick={() => void navigate({ to: '/imports/new', search: { draft: draft.file.id, step: 'check' } })}
          >
            Check the rows
          </Button>
        </>
      }
    >
      <div className={classes.panes}>
        <ImportReading draft={draft} />
        <div className={classes.main}>
          {fitting && (
            <Alert variant="light" color="gray" icon={<IconInfoCircle size="1.1rem" />} className={classes.hint}>
              This file has the columns of your settings “{fitting.name}”.{' '}
              <Button size="compact-sm" variant="default" onClick={fitting.use}>
                Use them
              </Button>
            </Alert>
          )}
          <div className={classes.bar}>
            <SegmentedControl
              aria-label="Columns in view"
              value={show}
              onChange={(next) => {
                setShow(next);
                setKept(new Set(form.fields.filter(shows[next] ?? everything).map(({ column }) => column)));
              }}
              data={[
                { value: 'all', label: `All ${form.fields.length}` },
                { value: 'mapped', label: `Mapped ${mapped}` },
                { value: 'out', label: `Left out ${left}` },
              ]}
            />
          </div>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Column in the file</th>
                <th scope="col">First values</th>
                <th scope="col">Goes to</th>
              </tr>
            </thead>
            <tbody>
              {form.fields
                .filter(({ column }) => show === 'all' || kept === null || kept.has(column))
                .map((field) => (
                  <ImportColumn
                    key={field.column}
                    field={field}
                    name={columnName(field, form.has_headings)}
                    groups={groups}
                    holders={holders}
                    onChoose={choose}
                    dateOrder={isDay(field.field, customFields) ? (field.date_order ?? form.date_order) : null}
                    onDateOrder={(column, order) => changeForm(readDays(form, column, order))}
                  />
                ))}
            </tbody>
          </table>
        </div>
      </div>
    </ImportFrame>
  );
}
