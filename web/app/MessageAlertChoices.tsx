// How the user hears of a new text: a sound, and the browser's own notification, which it asks about at a click.
import { Button, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { updateProfile } from '#contract/profile.ts';
import { useSend } from './queries.ts';
import { keepMe, useMe } from './session.ts';

/** Undefined where the browser has none: on a phone, or without https. */
export const popupPermission = () => (typeof Notification === 'undefined' ? undefined : Notification.permission);

export function MessageAlertChoices() {
  const { message_sound, message_popup } = useMe().message_alerts;
  const save = useSend(updateProfile, { onDone: keepMe });
  const [permission, setPermission] = useState(popupPermission);
  const ask = async () => setPermission(await Notification.requestPermission());
  return (
    <Stack gap="xs">
      <Switch
        label="Play a short sound"
        checked={message_sound}
        disabled={save.isPending}
        onChange={({ currentTarget: { checked } }) => save.mutate({ body: { message_sound: checked } })}
      />
      <Switch
        label="Show a notification while this page is hidden"
        checked={message_popup}
        disabled={save.isPending}
        onChange={({ currentTarget: { checked } }) => {
          save.mutate({ body: { message_popup: checked } });
          if (checked && permission === 'default') void ask();
        }}
      />
      {message_popup && permission === 'default' && (
        <Button variant="default" size="compact-sm" w="fit-content" onClick={() => void ask()}>
          Allow notifications in this browser
        </Button>
      )}
      {message_popup && (permission === 'denied' || permission === undefined) && (
        <Text size="sm" c="dimmed">
          {permission === 'denied'
            ? 'This browser blocks notifications of this page. Its settings for the page allow them again.'
            : 'This browser has no notifications for this page.'}
        </Text>
      )}
    </Stack>
  );
}
