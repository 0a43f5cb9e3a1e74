// One of the colours that statuses and tags have, by its name.
import { Group, Select, type SelectProps } from '@mantine/core';
import { tagColors } from '#contract/lookups.ts';
import { Dot, type Tone } from './Dot.tsx';

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'renderOption'> {
  value?: Tone;
  onChange: (color: Tone) => void;
}

export const ColorSelect = ({ value = 'gray', onChange, ...rest }: Props) => (
  <Select
    {...rest}
    allowDeselect={false}
    data={tagColors.map((color) => ({ value: color, label: `${color[0]?.toUpperCase()}${color.slice(1)}` }))}
    value={value}
    onChange={(color) => color && onChange(color as Tone)}
    leftSection={<Dot tone={value} />}
    renderOption={({ option }) => (
      <Group gap="xs" wrap="nowrap">
        <Dot tone={option.value as Tone} />
        {option.label}
      </Group>
    )}
  />
);
