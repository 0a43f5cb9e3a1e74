// The only popover: a few controls beside its button. A click elsewhere closes it.
import { Popover as MantinePopover, type PopoverProps as MantineProps } from '@mantine/core';
import { createContext, type ReactElement, type ReactNode, use, useId } from 'react';
import { OverlayBody } from './OverlayBody.tsx';
import { useOverlay } from './overlays.ts';

interface PopoverProps extends Pick<MantineProps, 'position' | 'width'> {
  opened: boolean;
  onClose: () => void;
  /** Its button, whose label is the popover's name. */
  target: ReactElement;
  className?: string | undefined;
  children: ReactNode;
}

/** A nested one counts as inside: a click there does not close the outer one. */
const Inside = createContext(false);

export function Popover({ opened, onClose, target, className = '', children, ...place }: PopoverProps) {
  const id = useId();
  const isInside = use(Inside);
  useOverlay(opened, onClose, id);
  return (
    <MantinePopover
      {...place}
      id={id}
      opened={opened}
      onDismiss={onClose}
      withinPortal={!isInside}
      trapFocus
      returnFocus={false}
      closeOnEscape={false} // overlays.ts hears it
    >
      <MantinePopover.Target>{target}</MantinePopover.Target>
      <MantinePopover.Dropdown className={className}>
        <Inside value={true}>
          <OverlayBody>{children}</OverlayBody>
        </Inside>
      </MantinePopover.Dropdown>
    </MantinePopover>
  );
}
