// The file's rows as they become contacts, column by column in the file's order. A wrong value stands in its cell, with the reason.
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ImportForm, ImportPreview } from '#contract/imports.ts';
import { StatusBadge } from '../../ui/Dot.tsx';
import { useCustomFields } from '../reference/reference.api.ts';
import classes from './ImportRows.module.css';
import { columnName } from './imports.form.ts';
import { cellText, type PreviewRow, problemOf } from './imports.preview.ts';
import { targetLabel } from './imports.targets.ts';
import { amount, counted, outcomeWords } from './imports.words.ts';

export function ImportRows({ rows, preview, form }: { rows: PreviewRow[]; preview: ImportPreview; form: ImportForm }) {
  const customFields = useCustomFields();
  const columns = form.fields.flatMap((column) => (column.field === null ? [] : [{ ...column, field: column.field }]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.scroller} aria-label="Rows of the file" tabIndex={0}>
      <table className={classes.table}>
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
          {rows.map((row) => (
            <tr key={row.line} data-outcome={row.outcome}>
              <th scope="row" className="figures">
                {amount(row.line)}
              </th>
              <td>
                <Becomes row={row} />
              </td>
              {columns.map(({ column, field }) => (
                <Cell key={column} row={row} field={field} preview={preview} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Text className={classes.end} c="dimmed">
        {rows.length === 0
          ? 'None of these rows is among those shown here.'
          : rows.length < preview.looked_at && `${counted(rows.length, 'row')} shown of ${amount(preview.looked_at)} looked at.`}
      </Text>
    </section>
  );
}

function Becomes({ row }: { row: PreviewRow }) {
  return (
    <>
      <StatusBadge status={outcomeWords[row.outcome]} />
      {row.matches !== null && (
        <Anchor
          className={classes.more}
          renderRoot={(props) => <Link to="/contacts/$id" params={{ id: String(row.matches) }} target="_blank" {...props} />}
        >
          Is there already
        </Anchor>
      )}
      {row.errors.row && <span className={classes.reason}>{row.errors.row}</span>}
    </>
  );
}

function Cell({ row, field, preview }: { row: PreviewRow; field: string; preview: ImportPreview }) {
  const value = row.values[field] ?? '';
  const error = row.errors[field];
  if (!error) {
    const text = cellText(field, value, row.outcome);
    return (
      <td>
        <span className={classes.value} title={text.length > 30 ? text : undefined}>
          {text}
        </span>
      </td>
    );
  }
  const problem = problemOf(preview, field, error);
  const more = (problem?.count ?? 1) - 1;
  return (
    <td className={classes.wrong}>
      <span className={classes.value}>{value || '(empty)'}</span>
      <span className={classes.reason}>
        {problem?.reason ?? error}
        {more > 0 && <span className={classes.from}>{amount(more)} more like it</span>}
      </span>
    </td>
  );
}
