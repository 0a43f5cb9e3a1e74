import { Group, Kbd, Modal, Text } from '@mantine/core';
import { Fragment } from 'react';
import { modKey } from './palette.ts';
import classes from './ShortcutHelp.module.css';
import { useRegisteredShortcuts } from './shortcuts.ts';
import { createStore } from './store.ts';

const opened = createStore(false);
export const openHelp = () => opened.set(true);

export function ShortcutHelp() {
  const shown = opened.use();
  const shortcuts = useRegisteredShortcuts();
  const groups = [...new Set(shortcuts.map(({ group }) => group))];
  return (
    <Modal opened={shown} onClose={() => opened.set(false)} title="Keyboard shortcuts" size="md">
      <dl className={classes.list}>
        <dt>Search and commands</dt>
        <dd>
          <Keys keys={`${modKey} K`} />
        </dd>
        {groups.map((group) => (
          <Fragment key={group}>
            <Text className={classes.group} c="dimmed" size="xs" component="div">
              {group}
            </Text>
            {shortcuts
              .filter((shortcut) => shortcut.group === group)
              .map(({ keys, label }) => (
                <Fragment key={keys}>
                  <dt>{label}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </Fragment>
              ))}
          </Fragment>
        ))}
      </dl>
    </Modal>
  );
}

const Keys = ({ keys }: { keys: string }) => (
  <Group gap={4} wrap="nowrap">
    {keys.split(' ').map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
  </Group>
);
