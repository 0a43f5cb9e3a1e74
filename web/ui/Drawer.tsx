// The only drawer: beside the page on a wide screen, over it on a phone.
import { Drawer as MantineDrawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { OverlayBody } from './OverlayBody.tsx';
import { useOverlay } from './overlays.ts';

interface DrawerProps {
  opened: boolean;
  onClose: () => void;
  /** Its name for a screen reader. */
  label: string;
  size: string;
  /** The side where it opens. */
  position?: 'left' | 'right';
  bodyClass?: string | undefined;
  children: ReactNode;
}

export function Drawer({ opened, onClose, label, size, position = 'left', bodyClass, children }: DrawerProps) {
  useOverlay(opened, onClose);
  return (
    <MantineDrawer
      opened={opened}
      onClose={onClose}
      size={size}
      position={position}
      classNames={{ body: bodyClass ?? '' }}
      withCloseButton={false}
      padding={0}
      closeOnEscape={false} // overlays.ts hears it
      returnFocus={false}
      attributes={{ content: { 'aria-label': label } }}
    >
      <OverlayBody>{children}</OverlayBody>
    </MantineDrawer>
  );
}
