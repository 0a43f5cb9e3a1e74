// What a contact's status may become.
import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Status } from '#contract/reference.ts';
import { Dot } from '../../ui/Dot.tsx';

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
  children: ReactNode;
}) {
  return (
    <Menu opened={opened} onChange={onOpened} position="bottom-start" offset={2} transitionProps={{ duration: 0 }}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown mah="22rem" style={{ overflowY: 'auto' }}>
        {statuses.map(({ id, title, color }) => (
          <Menu.Item
            key={id}
            leftSection={<Dot tone={color} />}
            rightSection={id === value && <IconCheck size="0.9rem" />}
            onClick={() => id !== value && onChange(id)}
          >
            {title}
          </Menu.Item>
        ))}
        {value !== null && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onChange(null)}>No status</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
