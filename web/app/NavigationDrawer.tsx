// The navigation on a phone: behind a button.
import { Drawer } from '../ui/Drawer.tsx';
import { Navigation } from './Navigation.tsx';
import classes from './Shell.module.css';

export function NavigationDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer opened={opened} onClose={onClose} label="Navigation" size="17rem" bodyClass={classes.drawer}>
      <Navigation inDrawer onToggle={onClose} />
    </Drawer>
  );
}
