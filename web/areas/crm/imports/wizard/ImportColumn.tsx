// A column of the file: its heading, its first values, and the picker of its field.
import { Group, Select, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ImportField, ImportForm, ImportTarget } from '#contract/imports.ts';
import classes from './ImportMap.module.css';
import type { TargetGroup } from './imports.targets.ts';

const dateOrders: { value: ImportForm['date_order']; label: string }[] = [
  { value: 'mdy', label: '03/04/2025 is March 4' },
  { value: 'dmy', label: '03/04/2025 is April 3' },
  { value: 'ymd', label: '25/03/04 is March 4, 2025' },
];

export function ImportColumn({
  field: { column, field, preview = [] },
  name,
  groups,
  holders,
  onChoose,
  dateOrder,
  onDateOrder,
}: {
  field: ImportField;
  name: string;
  groups: TargetGroup[];
  /** Which column has a target already, by target. */
  holders: ReadonlyMap<string, string>;
  onChoose: (column: number, field: ImportTarget | null) => void;
  /** How its dates are read; null if it has none. */
  dateOrder: ImportForm['date_order'] | null;
  onDateOrder: (column: number, order: ImportForm['date_order']) => void;
}) {
  return (
    <tr className={classes.row} data-out={field === null || undefined}>
      <th scope="row" className={classes.heading}>
        {name}
      </th>
      <td className={classes.values}>
        {preview.length === 0 ? (
          <span className={classes.nothing}>Empty in the first rows</span>
        ) : (
          <span className={classes.list} title={preview.join('\n')}>
            {preview.map((value, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: values may be equal, and never change place
              <span key={index} className={classes.value}>
                {value}
              </span>
            ))}
          </span>
        )}
      </td>
      <td className={classes.target}>
        <IconArrowRight size="1rem" aria-hidden className={classes.arrow} />
        <Select
          className={classes.picker}
          aria-label={`Where “${name}” goes`}
          placeholder="Left out"
          searchable
          clearable
          allowDeselect={false}
          clearButtonProps={{ 'aria-label': `Leave “${name}” out` }}
          nothingFoundMessage="No matching fields"
          maxDropdownHeight={320}
          // A file may have hundreds of columns: forty options stand ready for none but the open one.
          comboboxProps={{ keepMounted: false }}
          data={groups}
          value={field}
          onChange={(value) => onChoose(column, value)}
          renderOption={({ option }) => {
            const holder = option.value === field ? undefined : holders.get(option.value);
            return (
              <Group gap="xs" wrap="nowrap" miw={0}>
                <Text>{option.label}</Text>
                {holder && (
                  <Text size="xs" c="dimmed" truncate>
                    now “{holder}”
                  </Text>
                )}
              </Group>
            );
          }}
        />
        {dateOrder && (
          <Select
            className={classes.days}
            aria-label={`How “${name}” writes dates`}
            allowDeselect={false}
            data={dateOrders}
            value={dateOrder}
            onChange={(order) => order && onDateOrder(column, order)}
          />
        )}
      </td>
    </tr>
  );
}
