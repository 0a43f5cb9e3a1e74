// The only dialog: a question or a form above the page. Mounted when it opens, or kept mounted with `opened`.
import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { OverlayBody } from './OverlayBody.tsx';
import { useOverlay } from './overlays.ts';

interface DialogProps extends Pick<ModalProps, 'size' | 'classNames'> {
  opened?: boolean;
  title: ReactNode;
  /** Absent: closes only by a choice inside. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

export function Dialog({ opened = true, title, onClose, children, ...look }: DialogProps) {
  useOverlay(opened, onClose);
  return (
    <Modal
      {...look}
      opened={opened}
      title={title}
      onClose={onClose ?? stay}
      closeOnEscape={false} // overlays.ts hears it
      returnFocus={false}
      closeOnClickOutside={onClose !== undefined}
      withCloseButton={onClose !== undefined}
    >
      <OverlayBody>{children}</OverlayBody>
    </Modal>
  );
}

const stay = () => {};

/** For an overlay of another library. */
export const DialogTitle = Modal.Title;
