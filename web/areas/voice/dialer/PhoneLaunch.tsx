// Opens and closes the phone: beside the user's name, where it covers nothing.
import { ActionIcon } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { createPortal } from 'react-dom';
import { launchPlace } from '#app/dialRequests.ts';
import { useShortcuts } from '#app/shortcuts.ts';
import { phoneOpen } from './dialer.open.ts';
import classes from './Phone.module.css';
import { deviceStatus, live } from './phone.live.ts';

export const statusWords = { STARTING: 'Connecting', READY: 'Ready', DISCONNECTED: 'Disconnected' } as const;

export function PhoneLaunch() {
  const place = launchPlace.use();
  const open = phoneOpen.use();
  const status = deviceStatus.use();
  const call = live.use();
  const word = call ? 'In a call' : statusWords[status];
  useShortcuts([{ keys: 'p', label: 'Open or close the phone', group: 'Anywhere', run: toggle }]);
  if (!place) return null;
  return createPortal(
    <ActionIcon
      id="phone-launch"
      className={classes.launch ?? ''}
      variant={call ? 'filled' : 'subtle'}
      color={call ? 'green.9' : 'gray'}
      size="lg"
      radius="xl"
      flex="none"
      aria-label={`Phone: ${word.toLowerCase()}`}
      aria-expanded={open}
      title={`Phone: ${word.toLowerCase()}`}
      onClick={toggle}
    >
      <IconPhone size="1.25rem" stroke={1.6} />
      {!call && <span className={classes.light} data-status={status} aria-hidden />}
    </ActionIcon>,
    place,
  );
}

const toggle = () => phoneOpen.set(!phoneOpen.get());
