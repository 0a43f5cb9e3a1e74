// The content of the user's menu.
import { Button, Divider, Stack, Switch, Text } from '@mantine/core';
import { IconClipboardText, IconKey, IconKeyboard, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { notice } from './notices.tsx';
import { openHelp } from './palette.ts';
import { signOut, useMe } from './session.ts';
import { useShortcutsSwitch } from './shortcuts.ts';
import { ThemeChoices } from './ThemeChoices.tsx';

export function UserMenuPanel({ onLeave }: { onLeave: () => void }) {
  const me = useMe();
  const [shortcuts, setShortcuts] = useShortcutsSwitch();

  return (
    <Stack gap="sm">
      <Text size="xs" c="dimmed" truncate>
        {me.email}
      </Text>
      <ThemeChoices />
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
      <Button
        {...plain}
        leftSection={<IconKey size="1rem" />}
        renderRoot={(props) => <Link to="/account/api-keys" {...props} onClick={onLeave} />}
      >
        Your API keys
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
