// A business unit that the user manages, or every one.
import { Select } from '@mantine/core';
import { useUnits } from './UnitName.tsx';

interface Props {
  value?: number | null;
  onChange: (id: number | null) => void;
  error?: string;
}

export function BusinessUnitSelect({ value = null, onChange, error }: Props) {
  return (
    <Select
      label="Business unit"
      placeholder="Every business unit"
      clearable
      data={useUnits().map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      error={error}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
