import { Kbd, Text } from '@mantine/core';
import { Dialog } from '../ui/Dialog.tsx';
import { help, modKey } from './palette.ts';
import classes from './ShortcutHelp.module.css';
import { useRegisteredShortcuts } from './shortcuts.ts';

export function ShortcutHelp() {
  const shown = help.use();
  const shortcuts = useRegisteredShortcuts();
  const groups = [...new Set(shortcuts.map(({ group }) => group))];
  return (
    <Dialog opened={shown} onClose={() => help.set(false)} title="Keyboard shortcuts" size="md">
      <dl className={classes.list}>
        <Line keys={`${modKey} K`} label="Search and commands" />
      </dl>
      {groups.map((group) => (
        <section key={group}>
          <Text className={classes.group} c="dimmed" size="xs" component="h3">
            {group}
          </Text>
          <dl className={classes.list}>
            {shortcuts
              .filter((shortcut) => shortcut.group === group)
              .map(({ keys, label }) => (
                <Line key={keys} keys={keys} label={label} />
              ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

const Line = ({ keys, label }: { keys: string; label: string }) => (
  <>
    <dt>{label}</dt>
    <dd>
      {keys.split(' ').map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </dd>
  </>
);
