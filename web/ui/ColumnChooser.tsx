// Which columns a table shows, and in which order.
import { ActionIcon, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import classes from './ColumnChooser.module.css';
import type { ColumnListProps } from './ColumnList.tsx';
import { later, useOpened } from './later.ts';

const ColumnList = later(() => import('./ColumnList.tsx').then((module) => module.ColumnList));

export function ColumnChooser(props: ColumnListProps) {
  const [opened, setOpened] = useOpened(ColumnList);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" size="2.25rem" aria-label="Choose columns" onClick={() => setOpened(!opened)}>
          <IconColumns3 size="1.1rem" stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.list}>
        <ColumnList {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}
