// Actions that are asked for now and then, behind one button.
import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Menu } from './Menu.tsx';

/** `label` names what the actions are about: "Actions of Rosa Alvarez". Children are `MenuItem`s. */
export function OverflowMenu({ label, children }: { label: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <Menu
      opened={opened}
      onOpened={setOpened}
      position="bottom-end"
      target={
        <ActionIcon variant="subtle" color="gray" size="2rem" aria-label={label}>
          <IconDots size="1.1rem" stroke={1.6} />
        </ActionIcon>
      }
    >
      {children}
    </Menu>
  );
}
