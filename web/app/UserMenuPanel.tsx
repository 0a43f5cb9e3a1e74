// The content of the user's menu.
import { Button, ColorSwatch, Divider, Group, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { IconClipboardText, IconHelpCircle, IconKeyboard, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { backgrounds, fontSizes, primaryColors } from '#contract/lookups.ts';
import { accents } from './accents.ts';
import classes from './Navigation.module.css';
import { notice } from './notices.tsx';
import { openHelp } from './palette.ts';
import { signOut, useMe } from './session.ts';
import { useShortcutsSwitch } from './shortcuts.ts';
import { useTheme } from './ThemeFrame.tsx';

export function UserMenuPanel({ onLeave }: { onLeave: () => void }) {
  const me = useMe();
  const [theme, change] = useTheme();
  const [shortcuts, setShortcuts] = useShortcutsSwitch();

  return (
    <Stack gap="sm">
      <Text size="xs" c="dimmed" truncate>
        {me.email}
      </Text>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="Colours"
        data={backgrounds.map((value) => ({ value, label: titleCase(value) }))}
        value={theme.background}
        onChange={(chosen) => change({ background: chosen })}
      />
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="Text size"
        data={fontSizes.map((value) => ({ value, label: titleCase(value) }))}
        value={theme.font_size}
        onChange={(chosen) => change({ font_size: chosen })}
      />
      <Group gap="xs" role="group" aria-label="Accent">
        {primaryColors.map((color) => (
          <ColorSwatch
            key={color}
            component="button"
            type="button"
            size="1.5rem"
            color={accents[color][7]}
            withShadow={false}
            className={classes.swatch}
            aria-label={color}
            aria-pressed={theme.primary_color === color}
            onClick={() => change({ primary_color: color })}
          />
        ))}
      </Group>
      <Switch
        size="xs"
        label="Single-key shortcuts"
        labelPosition="left"
        checked={shortcuts}
        onChange={(event) => setShortcuts(event.currentTarget.checked)}
      />
      <Divider />
      <Button
        {...plain}
        leftSection={<IconUserCircle size="1rem" />}
        renderRoot={(props) => <Link to="/account/profile" {...props} onClick={onLeave} />}
      >
        Your account
      </Button>
      {!me.admin && (
        <Button
          {...plain}
          leftSection={<IconClipboardText size="1rem" />}
          renderRoot={(props) => <Link to="/account/profile" search={{ tab: 'application' }} {...props} onClick={onLeave} />}
        >
          Your application
        </Button>
      )}
      {me.features.help_button && (
        <Button
          {...plain}
          leftSection={<IconHelpCircle size="1rem" />}
          renderRoot={(props) => <Link to="/contact-us" {...props} onClick={onLeave} />}
        >
          Get help
        </Button>
      )}
      <Button {...plain} leftSection={<IconKeyboard size="1rem" />} onClick={openHelp}>
        Show the shortcuts
      </Button>
      <Button {...plain} leftSection={<IconLogout size="1rem" />} onClick={() => void signOut().catch(notice.failed)}>
        Sign out
      </Button>
    </Stack>
  );
}

const plain = { variant: 'subtle', color: 'gray', justify: 'flex-start', size: 'compact-sm' } as const;
const titleCase = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
