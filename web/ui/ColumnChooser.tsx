// Which columns a table shows, and in which order.
import { ActionIcon } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import classes from './ColumnChooser.module.css';
import type { ColumnListProps } from './ColumnList.tsx';
import { ahead, later, useOpened } from './later.ts';
import { Popover } from './Popover.tsx';

const ColumnList = later(() => import('./ColumnList.tsx').then((module) => module.ColumnList));

export function ColumnChooser(props: ColumnListProps) {
  const [opened, setOpened] = useOpened(ColumnList);
  return (
    <Popover
      opened={opened}
      onClose={() => setOpened(false)}
      position="bottom-end"
      className={classes.list}
      target={
        <ActionIcon
          variant="default"
          size="2.25rem"
          aria-label="Choose columns"
          onClick={() => setOpened(!opened)}
          {...ahead(ColumnList)}
        >
          <IconColumns3 size="1.1rem" stroke={1.6} />
        </ActionIcon>
      }
    >
      <ColumnList {...props} />
    </Popover>
  );
}
