// Facts about the file, and the settings for reading it.

import { Alert, Switch, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { sizeWords } from '#contract/kit/formats.ts';
import { formatWords, rowWords, systemName } from '../imports.labels.ts';
import classes from './ImportFile.module.css';
import { changeForm, type Draft } from './imports.draft.ts';

export const ImportFileAbout = ({ draft: { file, form } }: { draft: Draft }) =>
  `${file.file_name} · ${rowWords(file, form.has_headings)} · ${sizeWords(file.size)}`;

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
      {file.warnings.map((warning) => (
        <Alert key={warning} color="gray" variant="light" icon={<IconInfoCircle size="1.1rem" />}>
          {warning}
        </Alert>
      ))}
    </aside>
  );
}
