// A company's statuses are few: all of them in a list, with their colours.
import { Group, Select, type SelectProps } from '@mantine/core';
import { Dot } from '#ui/Dot.tsx';
import { useCategories, useSources, useStatuses } from './reference.api.ts';

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'renderOption'> {
  /** May be left out, as `form.getInputProps` types it: then nothing is chosen. */
  value?: number | null;
  onChange: (id: number | null) => void;
}

export function StatusPicker({ value = null, onChange, ...rest }: Props) {
  const statuses = useStatuses();
  const chosen = statuses.find(({ id }) => id === value);
  return (
    <Select
      searchable
      {...rest}
      data={statuses.map(({ id, title }) => ({ value: String(id), label: title }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      leftSection={chosen && <Dot tone={chosen.color} />}
      renderOption={({ option }) => (
        <Group gap="xs" wrap="nowrap">
          <Dot tone={statuses.find(({ id }) => String(id) === option.value)?.color ?? 'gray'} />
          {option.label}
        </Group>
      )}
    />
  );
}

export const SourcePicker = (props: Props) => <TitlePicker {...props} rows={useSources()} />;
export const CategoryPicker = (props: Props) => <TitlePicker {...props} rows={useCategories()} />;

function TitlePicker({ rows, value = null, onChange, ...rest }: Props & { rows: readonly { id: number; title: string }[] }) {
  return (
    <Select
      searchable
      {...rest}
      data={rows.map(({ id, title }) => ({ value: String(id), label: title }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
