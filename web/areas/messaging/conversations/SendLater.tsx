// Sends an answer at another hour.
import { ActionIcon, Button, Group, Stack } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { createScheduledMessage, listScheduledMessages } from '#contract/scheduledMessages.ts';
import { DayInput } from '#ui/DayInput.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { isDay } from '#ui/days.ts';
import { Menu, MenuDivider, MenuItem } from '#ui/Menu.tsx';
import { momentAt, wallTimeIn } from '#ui/moments.ts';
import { TimeInput } from '#ui/TimeInput.tsx';
import type { Answer } from './conversations.sending.ts';
import { laterTimes } from './conversations.times.ts';
import classes from './Inbox.module.css';

interface Props {
  /** Its id. */
  conversation: number;
  answer: Answer;
  disabled: boolean;
  onPlanned: () => void;
}

export function SendLater({ conversation, answer: { text, files, tracks }, disabled, onPlanned }: Props) {
  const { timezone } = useMe();
  const [opened, setOpened] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const plan = useSend(createScheduledMessage, {
    invalidates: [listScheduledMessages],
    onDone: () => {
      setChoosing(false);
      onPlanned();
    },
  });
  const at = (send_at: string) =>
    plan.mutate({
      params: { id: conversation },
      body: { text, attachments: files.map(({ id }) => id), track_clicks: tracks, send_at },
    });
  return (
    <>
      <Menu
        opened={opened}
        onOpened={setOpened}
        position="top-end"
        target={
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label="Send later"
            title="Send later"
            disabled={disabled}
            loading={plan.isPending}
          >
            <IconClock size="1.15rem" />
          </ActionIcon>
        }
      >
        {laterTimes(timezone, new Date()).map(({ label, hint, at: moment }) => (
          <MenuItem key={label} rightSection={<span className={classes.hint}>{hint}</span>} onClick={() => at(moment)}>
            {label}
          </MenuItem>
        ))}
        <MenuDivider />
        <MenuItem onClick={() => setChoosing(true)}>Choose a time…</MenuItem>
      </Menu>
      {choosing && <ChooseTime busy={plan.isPending} onChoose={at} onClose={() => setChoosing(false)} />}
    </>
  );
}

interface ChooseProps {
  /** Chosen before. */
  moment?: string;
  busy: boolean;
  onChoose: (moment: string) => void;
  onClose: () => void;
}

export function ChooseTime({ moment, busy, onChoose, onClose }: ChooseProps) {
  const { timezone } = useMe();
  const [first = '', nine = '09:00'] = (moment ? wallTimeIn(timezone, moment) : '').split('T');
  const [day, setDay] = useState<string | null>(first || null);
  const [time, setTime] = useState<string | null>(nine);
  const chosen = day && time && isDay(day) ? momentAt(timezone, `${day}T${time}`) : '';
  const isPast = chosen !== '' && Date.parse(chosen) <= Date.now();
  return (
    <Dialog title="Send later" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation(); // it stands in the form of the answer
          if (chosen && !isPast) onChoose(chosen);
        }}
      >
        <Stack gap="sm">
          <Group grow align="flex-start">
            <DayInput label="Day" value={day} onChange={setDay} />
            <TimeInput label="Time" value={time} onChange={setTime} error={isPast && 'This time has passed'} />
          </Group>
          <Group justify="flex-end">
            <Button type="submit" loading={busy} disabled={chosen === '' || isPast}>
              Send then
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
