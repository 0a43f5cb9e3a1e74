// The file's rows as they become contacts, in the file's column order. One tab stop; arrow keys move between cells.
// An unreadable value is shown in its cell with the reason, and corrected there.
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { ImportForm, ImportPreview, ImportTarget } from '#contract/imports.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { useGridKeys } from '#ui/useGridKeys.ts';
import { useCustomFields } from '#web/areas/crm/reference/reference.api.ts';
import { amount, counted, outcomeWords } from '../imports.labels.ts';
import { ImportFix } from './ImportFix.tsx';
import classes from './ImportRows.module.css';
import { columnName } from './imports.form.ts';
import { cellText, type PreviewRow, problemOf, type RowFilter, rowsIn } from './imports.preview.ts';
import { targetLabel } from './imports.targets.ts';

interface Props {
  preview: ImportPreview;
  form: ImportForm;
  filter?: RowFilter;
  /** Absent once the import has started: nothing can be corrected then. */
  onChange?: (form: ImportForm) => void;
}

type MappedColumn = { column: number; field: ImportTarget };

export function ImportRows({ preview, form, filter = 'all', onChange }: Props) {
  const customFields = useCustomFields();
  const { place, gridProps } = useGridKeys();
  const columns = form.fields.flatMap((column) => (column.field === null ? [] : [{ ...column, field: column.field }]));
  const { rows, of } = rowsIn(preview, filter);
  const last = Math.max(rows.length - 1, 0);
  return (
    <section className={classes.scroller} aria-label="Rows of the file">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are gone through by keys is a grid */}
      <table role="grid" className={classes.table} aria-label="Rows of the file" {...gridProps}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Becomes</th>
            {columns.map((column) => (
              <th key={column.column} scope="col">
                {targetLabel(column.field, customFields)}
                <span className={classes.from}>{columnName(column, form.has_headings)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row
              key={row.line}
              row={row}
              columns={columns}
              preview={preview}
              form={form}
              onChange={onChange}
              tabStop={index === Math.min(place.row, last) ? Math.min(place.column, columns.length + 1) : -1}
            />
          ))}
        </tbody>
      </table>
      {rows.length < of && (
        <Text className={classes.end} c="dimmed">
          {counted(rows.length, 'row')} shown of {amount(of)} looked at.
        </Text>
      )}
    </section>
  );
}

interface RowProps {
  row: PreviewRow;
  columns: MappedColumn[];
  preview: ImportPreview;
  form: ImportForm;
  onChange: Props['onChange'];
  /** Which of its cells may be tabbed to; -1: none. */
  tabStop: number;
}

const Row = memo(
  function Row({ row, columns, preview, form, onChange, tabStop }: RowProps) {
    const indexOf = (place: number) => (place === tabStop ? 0 : -1);
    return (
      <tr data-outcome={row.outcome}>
        <th scope="row" className="figures" tabIndex={indexOf(0)}>
          {amount(row.line)}
        </th>
        <Becomes row={row} tabIndex={indexOf(1)} />
        {columns.map(({ column, field }, at) => (
          <Cell
            key={column}
            row={row}
            field={field}
            preview={preview}
            form={form}
            onChange={onChange}
            tabIndex={indexOf(at + 2)}
          />
        ))}
      </tr>
    );
  },
  (before, after) =>
    before.row === after.row &&
    before.preview === after.preview &&
    before.form === after.form &&
    before.tabStop === after.tabStop,
);

function Becomes({ row, tabIndex }: { row: PreviewRow; tabIndex: number }) {
  const dropped = Object.values(row.errors).some(({ action }) => action === 'drop') && row.outcome !== 'reject';
  return (
    <td tabIndex={row.matches === null ? tabIndex : undefined}>
      <StatusBadge status={outcomeWords[row.outcome]} />
      {dropped && <span className={classes.from}>Without a value</span>}
      {row.matches !== null && (
        <Anchor
          data-cell
          tabIndex={tabIndex}
          className={classes.more}
          renderRoot={(props) => <Link to="/contacts/$id" params={{ id: String(row.matches) }} target="_blank" {...props} />}
        >
          Is there already
        </Anchor>
      )}
      {row.errors.row && <span className={`${classes.reason} ${classes.red}`}>{row.errors.row.reason}</span>}
    </td>
  );
}

type CellProps = Omit<RowProps, 'columns' | 'tabStop'> & { field: ImportTarget; tabIndex: number };

function Cell({ row, field, preview, form, onChange, tabIndex }: CellProps) {
  const value = row.values[field] ?? '';
  const error = row.errors[field];
  if (!error) {
    const text = cellText(field, value, row.outcome);
    return (
      <td tabIndex={tabIndex}>
        <span className={classes.value} title={text.length > 30 ? text : undefined}>
          {text}
        </span>
      </td>
    );
  }
  const problem = problemOf(preview, row, field);
  const more = (problem?.count ?? 1) - 1;
  const words = (
    <>
      <span className={classes.value}>{value || '(empty)'}</span>
      <span className={error.action === 'reject' ? `${classes.reason} ${classes.red}` : classes.reason}>
        {error.reason}
        {more > 0 && <span className={classes.from}>{amount(more)} more like it</span>}
      </span>
    </>
  );
  const isFixable = onChange && problem && field !== 'medicare_number'; // the form must not store a Medicare number
  return (
    <td className={classes.wrong} data-action={error.action} tabIndex={isFixable ? undefined : tabIndex}>
      {isFixable ? (
        <ImportFix line={row.line} value={value} problem={problem} form={form} onChange={onChange} tabIndex={tabIndex}>
          {words}
        </ImportFix>
      ) : (
        words
      )}
    </td>
  );
}
