// The columns to choose from, those shown first and in their order.
import { ActionIcon, Checkbox, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './ColumnChooser.module.css';

export interface ColumnListProps {
  columns: readonly { key: string; header: string }[];
  /** Keys in their order. */
  shown: readonly string[];
  onChange: (shown: string[]) => void;
}

export function ColumnList({ columns, shown, onChange }: ColumnListProps) {
  const known = shown.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  const hidden = columns.filter(({ key }) => !shown.includes(key));
  const move = (key: string, by: number) => {
    const from = shown.indexOf(key);
    const next = shown.filter((each) => each !== key);
    next.splice(from + by, 0, key);
    onChange(next);
  };
  return (
    <>
      {[...known, ...hidden].map(({ key, header }) => {
        const place = shown.indexOf(key);
        return (
          <div key={key} className={classes.item}>
            <Checkbox
              label={header}
              checked={place >= 0}
              onChange={(event) => onChange(event.currentTarget.checked ? [...shown, key] : shown.filter((each) => each !== key))}
            />
            {place >= 0 && (
              <span className={classes.moves}>
                <ActionIcon
                  size="1.5rem"
                  variant="subtle"
                  color="gray"
                  disabled={place === 0}
                  aria-label={`Move ${header} left`}
                  onClick={() => move(key, -1)}
                >
                  <IconArrowUp size="0.9rem" />
                </ActionIcon>
                <ActionIcon
                  size="1.5rem"
                  variant="subtle"
                  color="gray"
                  disabled={place === shown.length - 1}
                  aria-label={`Move ${header} right`}
                  onClick={() => move(key, 1)}
                >
                  <IconArrowDown size="0.9rem" />
                </ActionIcon>
              </span>
            )}
          </div>
        );
      })}
      <Text size="xs" c="dimmed">
        The name is always first.
      </Text>
    </>
  );
}
