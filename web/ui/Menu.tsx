// The only menu: a few actions under its button. The first is active when it opens, and letters find the others.
import { Menu as MantineMenu, type MenuProps as MantineProps } from '@mantine/core';
import { type ReactElement, type ReactNode, useId } from 'react';
import { useOverlay } from './overlays.ts';

interface MenuProps extends Pick<MantineProps, 'position' | 'offset' | 'transitionProps'> {
  opened: boolean;
  onOpened: (opened: boolean) => void;
  /** The button under which it opens. */
  target: ReactElement;
  /** CSS length; the rest is scrolled to. */
  maxHeight?: string;
  /** `MenuItem`s. */
  children: ReactNode;
}

export function Menu({ opened, onOpened, target, maxHeight, children, ...place }: MenuProps) {
  const id = useId();
  useOverlay(opened, () => onOpened(false), id);
  return (
    <MantineMenu {...place} id={id} opened={opened} onChange={onOpened} returnFocus={false} closeOnEscape={false}>
      <MantineMenu.Target>{target}</MantineMenu.Target>
      <MantineMenu.Dropdown {...(maxHeight && { mah: maxHeight, style: { overflowY: 'auto' } })}>{children}</MantineMenu.Dropdown>
    </MantineMenu>
  );
}

export const MenuItem = MantineMenu.Item;
export const MenuDivider = MantineMenu.Divider;
