// Behind the user's name: colours, text size, accent, shortcuts, signing out.
import { Avatar, ColorSwatch, Group, Menu, SegmentedControl, Switch, Text, UnstyledButton } from '@mantine/core';
import { IconKeyboard, IconLogout, IconSelector } from '@tabler/icons-react';
import { fontSizes, primaryColors } from '#contract/lookups.ts';
import classes from './Navigation.module.css';
import { notice } from './notices.tsx';
import { openHelp } from './ShortcutHelp.tsx';
import { signOut, useMe } from './session.ts';
import { useShortcutsSwitch } from './shortcuts.ts';
import { useTheme } from './ThemeFrame.tsx';
import { accents } from './theme.ts';

export function UserMenu({ collapsed }: { collapsed: boolean }) {
  const me = useMe();
  const [theme, change] = useTheme();
  const [shortcuts, setShortcuts] = useShortcutsSwitch();
  const name = `${me.profile.first_name} ${me.profile.last_name}`.trim() || me.username;

  return (
    <Menu position="top-start" width="15rem">
      <Menu.Target>
        <UnstyledButton className={classes.user} {...(collapsed && { 'aria-label': name })}>
          <Avatar src={me.profile.personal_photo} name={name} size="1.75rem" color="accent" alt="" />
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
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{me.email}</Menu.Label>
        <Group px="sm" py={4}>
          <SegmentedControl
            fullWidth
            w="100%"
            size="xs"
            aria-label="Colours"
            data={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            value={theme.background}
            onChange={(background) => change({ background: background === 'dark' ? 'dark' : 'light' })}
          />
          <SegmentedControl
            fullWidth
            w="100%"
            size="xs"
            aria-label="Text size"
            data={fontSizes.map((size) => ({ value: size, label: size[0]?.toUpperCase() + size.slice(1) }))}
            value={theme.font_size}
            onChange={(chosen) => change({ font_size: fontSizes.find((size) => size === chosen) ?? 'medium' })}
          />
          <Group gap={6} role="group" aria-label="Accent">
            {primaryColors.map((color) => (
              <ColorSwatch
                key={color}
                component="button"
                type="button"
                size="1.5rem"
                color={accents[color][7]}
                withShadow={false}
                aria-label={color}
                aria-pressed={theme.primary_color === color}
                style={theme.primary_color === color ? { outline: '2px solid var(--mantine-color-text)', outlineOffset: 2 } : {}}
                onClick={() => change({ primary_color: color })}
              />
            ))}
          </Group>
        </Group>
        <Menu.Divider />
        <Group px="sm" py={4} justify="space-between">
          <Text>Single-key shortcuts</Text>
          <Switch
            size="xs"
            aria-label="Single-key shortcuts"
            checked={shortcuts}
            onChange={(event) => setShortcuts(event.currentTarget.checked)}
          />
        </Group>
        <Menu.Item leftSection={<IconKeyboard size="1rem" />} onClick={openHelp}>
          Show the shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size="1rem" />} onClick={() => void signOut().catch(notice.failed)}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
