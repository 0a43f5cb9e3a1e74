// A menu of the statuses that a contact can get.
import { IconCheck } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { Status } from '#contract/reference.ts';
import { Dot } from '#ui/Dot.tsx';
import { Menu, MenuDivider, MenuItem } from '#ui/Menu.tsx';

export function ContactStatusMenu({
  statuses,
  value,
  opened,
  onOpened,
  onChange,
  children,
}: {
  statuses: readonly Status[];
  value: number | null;
  opened: boolean;
  onOpened: (opened: boolean) => void;
  onChange: (statusId: number | null) => void;
  /** The button it hangs on. */
  children: ReactElement;
}) {
  return (
    <Menu
      opened={opened}
      onOpened={onOpened}
      target={children}
      maxHeight="22rem"
      position="bottom-start"
      offset={2}
      transitionProps={{ duration: 0 }}
    >
      {statuses.map(({ id, title, color }) => (
        <MenuItem
          key={id}
          leftSection={<Dot tone={color} />}
          rightSection={id === value && <IconCheck size="0.9rem" />}
          onClick={() => id !== value && onChange(id)}
        >
          {title}
        </MenuItem>
      ))}
      {value !== null && (
        <>
          <MenuDivider />
          <MenuItem onClick={() => onChange(null)}>No status</MenuItem>
        </>
      )}
    </Menu>
  );
}
