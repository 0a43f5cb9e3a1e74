// What the file is, and how it is read.
import { Alert, Select, Switch, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ImportForm } from '#contract/imports.ts';
import classes from './ImportFile.module.css';
import { changeForm, type Draft } from './imports.draft.ts';
import { bytes, formatWords, rowWords, systemName } from './imports.words.ts';

export const ImportFileAbout = ({ draft: { file, form } }: { draft: Draft }) =>
  `${file.file_name} · ${rowWords(file, form.has_headings)} · ${bytes(file.size)}`;

const dateOrders: { value: ImportForm['date_order']; label: string }[] = [
  { value: 'mdy', label: 'Month first: 03/04/2025 is March 4' },
  { value: 'dmy', label: 'Day first: 03/04/2025 is April 3' },
  { value: 'ymd', label: 'Year first: 2025/03/04' },
];

export function ImportReading({ draft: { file, form } }: { draft: Draft }) {
  const system = systemName(file.recognised);
  return (
    <aside className={classes.pane} aria-label="How the file is read">
      <Title order={2} size="h3">
        How the file is read
      </Title>
      {system && <Text>This looks like an export of {system}; its columns are mapped.</Text>}
      <Text c="dimmed">{formatWords(file)}</Text>
      <Switch
        label="The first line holds headings"
        checked={form.has_headings}
        onChange={(event) => changeForm({ ...form, has_headings: event.currentTarget.checked })}
      />
      <Select
        label="Dates are written"
        allowDeselect={false}
        data={dateOrders}
        value={form.date_order}
        onChange={(date_order) => date_order && changeForm({ ...form, date_order })}
      />
      {file.warnings.map((warning) => (
        <Alert key={warning} color="gray" variant="light" icon={<IconInfoCircle size="1.1rem" />}>
          {warning}
        </Alert>
      ))}
    </aside>
  );
}
