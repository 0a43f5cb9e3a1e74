// Behind the user's name: colours, text size, accent, shortcuts, signing out.
import { UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { ahead, later, useOpened } from '../ui/later.ts';
import { PersonAvatar } from '../ui/PersonAvatar.tsx';
import { Popover } from '../ui/Popover.tsx';
import classes from './Navigation.module.css';
import { nameOfMe, useMe } from './session.ts';

const UserMenuPanel = later(() => import('./UserMenuPanel.tsx').then((module) => module.UserMenuPanel));

export function UserMenu({ collapsed }: { collapsed: boolean }) {
  const me = useMe();
  const [opened, setOpened] = useOpened(UserMenuPanel);
  const name = nameOfMe(me);

  return (
    <Popover
      opened={opened}
      onClose={() => setOpened(false)}
      position="top-start"
      width="15rem"
      target={
        <UnstyledButton
          className={classes.user}
          onClick={() => setOpened(!opened)}
          {...ahead(UserMenuPanel)}
          {...(collapsed && { 'aria-label': name })}
        >
          <PersonAvatar person={{ id: me.id, name, photo: me.profile.personal_photo }} />
          {!collapsed && (
            <>
              <span className={classes.person}>
                <span>{name}</span>
                <span className={classes.unit}>{me.business_unit.name}</span>
              </span>
              <IconSelector size="1rem" aria-hidden />
            </>
          )}
        </UnstyledButton>
      }
    >
      <UserMenuPanel onLeave={() => setOpened(false)} />
    </Popover>
  );
}
