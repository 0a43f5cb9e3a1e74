// The headings and fields of a form: put in order by dragging or by keys, changed, removed and added.
import { ActionIcon, Button, Group, Select, TextInput } from '@mantine/core';
import { IconGripVertical, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { maxCaptureFields, maxCaptureSections } from '#contract/captureForms.ts';
import type { CustomField } from '#contract/customFields.ts';
import { later } from '#ui/later.ts';
import { placedAt, useSortable } from '#ui/useSortable.ts';
import classes from './CaptureFormPage.module.css';
import { conditionWords, type LaidField, type Row, sectionsOf } from './captureForms.layout.ts';

const CaptureFieldForm = later(() => import('./CaptureFieldForm.tsx').then((module) => module.CaptureFieldForm));
const NewCustomField = later(() => import('../customFields/NewCustomField.tsx').then((module) => module.NewCustomField));

export function CaptureFormRows({
  rows,
  customFields,
  wrong,
  onChange,
}: {
  rows: readonly Row[];
  customFields: readonly CustomField[];
  /** Fields whose condition names a field that is not above them. */
  wrong: readonly number[];
  onChange: (rows: Row[]) => void;
}) {
  const [edited, setEdited] = useState<LaidField>();
  const [isAdding, setAdding] = useState(false);
  const nameOf = ({ id, title }: Row) =>
    title === undefined
      ? (customFields.find((custom) => custom.id === id)?.name ?? 'a deleted field')
      : `the section ${title || 'without a title'}`;
  const sortable = useSortable({
    rows,
    nameOf,
    onMove: (row, place) => onChange(placedAt(rows, row, place)),
  });
  const replace = (row: Row) => onChange(rows.map((each) => (each.id === row.id ? row : each)));
  const remove = (row: Row) => onChange(rows.filter((each) => each.id !== row.id));
  const add = (id: number) => onChange([...rows, { id, field: { field_id: id, required: false, help: '', shown_when: null } }]);
  const unused = customFields.filter(({ id }) => !rows.some((row) => row.id === id));
  const isFull = rows.filter(({ field }) => field).length >= maxCaptureFields;
  const hasAllSections = sectionsOf(rows).length >= maxCaptureSections;

  return (
    <>
      <ol className={classes.rows} aria-label="Sections and fields">
        {sortable.shown.map((row) => (
          <li
            key={row.id}
            ref={sortable.rowRef(row)}
            className={`${classes.row} ${row.field ? classes.field : ''}`}
            data-moving={row.id === sortable.movingId || undefined}
          >
            <button type="button" className={classes.handle} {...sortable.handle(row)}>
              <IconGripVertical size="1rem" stroke={1.6} aria-hidden />
            </button>
            {row.field ? (
              <span className={classes.words}>
                {nameOf(row)}
                <span className={classes.faint}>
                  {[row.field.required && 'Required', conditionWords(row.field, customFields)].filter(Boolean).join(' · ')}
                </span>
                {wrong.includes(row.id) && (
                  <span className={classes.wrong} role="alert">
                    Move it below the field that shows it, or change when it is shown
                  </span>
                )}
              </span>
            ) : (
              <TextInput
                className={classes.words ?? ''}
                aria-label="Title of the section"
                placeholder="A section without a title"
                maxLength={80}
                value={row.title}
                onChange={(event) => replace({ id: row.id, title: event.currentTarget.value })}
              />
            )}
            {row.field && (
              <ActionIcon variant="subtle" color="gray" aria-label={`Edit ${nameOf(row)}`} onClick={() => setEdited(row.field)}>
                <IconPencil size="1rem" stroke={1.6} />
              </ActionIcon>
            )}
            <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${nameOf(row)}`} onClick={() => remove(row)}>
              <IconTrash size="1rem" stroke={1.6} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <span className="unseen" role="status">
        {sortable.said}
      </span>
      <Group align="end" gap="xs">
        <Select
          label="Add a field"
          placeholder={
            isFull
              ? `A form has ${maxCaptureFields} fields at most`
              : unused.length > 0
                ? 'Choose a custom field'
                : 'All custom fields are in the form'
          }
          searchable
          disabled={isFull || unused.length === 0}
          data={unused.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={null}
          onChange={(id) => id !== null && add(Number(id))}
        />
        <Button variant="default" disabled={isFull} leftSection={<IconPlus size="1rem" />} onClick={() => setAdding(true)}>
          New custom field
        </Button>
        <Button
          variant="default"
          disabled={hasAllSections}
          leftSection={<IconPlus size="1rem" />}
          onClick={() => onChange([...rows, { id: Math.min(0, ...rows.map(({ id }) => id)) - 1, title: '' }])}
        >
          Add a section
        </Button>
      </Group>
      {hasAllSections && <p className={classes.faint}>A form has {maxCaptureSections} sections at most.</p>}
      <Suspense>
        {edited && (
          <CaptureFieldForm
            field={edited}
            name={nameOf({ id: edited.field_id, field: edited })}
            above={rows
              .slice(
                0,
                rows.findIndex(({ id }) => id === edited.field_id),
              )
              .flatMap(({ id, field }) => (field ? (customFields.find((custom) => custom.id === id) ?? []) : []))}
            onDone={(field) => {
              replace({ id: field.field_id, field });
              setEdited(undefined);
            }}
            onClose={() => setEdited(undefined)}
          />
        )}
        {isAdding && <NewCustomField onAdded={({ id }) => add(id)} onClose={() => setAdding(false)} />}
      </Suspense>
    </>
  );
}
