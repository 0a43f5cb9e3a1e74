// The navigation on a phone: behind a button.
import { Drawer } from '@mantine/core';
import { Navigation } from './Navigation.tsx';
import classes from './Shell.module.css';

export function NavigationDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="17rem"
      classNames={{ body: classes.drawer ?? '' }}
      withCloseButton={false}
      padding={0}
      attributes={{ content: { 'aria-label': 'Navigation' } }}
    >
      <Navigation inDrawer onToggle={onClose} />
    </Drawer>
  );
}
