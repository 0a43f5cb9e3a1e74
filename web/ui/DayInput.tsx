// A day, typed or picked from a calendar. Invalid text stays, with an error below, until it is a day.
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { dayFrom, dayWords, isDay, notADay } from './days.ts';
import { ahead, later, useOpened } from './later.ts';
import { Popover } from './Popover.tsx';

const DayCalendar = later(() => import('./DayCalendar.tsx').then((module) => module.DayCalendar));

interface DayInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** `YYYY-MM-DD`, or the typed text if it is not a day (`isDay`). */
  value?: string | null;
  onChange: (value: string | null) => void;
}

export function DayInput({ value = null, onChange, error, onBlur, ...rest }: DayInputProps) {
  const [text, setText] = useState(dayWords(value ?? ''));
  const [isLeft, setLeft] = useState(true);
  const [opened, setOpened] = useOpened(DayCalendar);
  if (dayOrText(text) !== value) setText(dayWords(value ?? '')); // changed from outside
  const isWrong = isLeft && value !== null && !isDay(value);
  const pick = (day: string | null) => {
    onChange(day);
    setOpened(false);
  };
  return (
    <TextInput
      placeholder="MM/DD/YYYY"
      autoComplete="off"
      {...rest}
      value={text}
      error={error || (isWrong && notADay)}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setLeft(false);
        setText(typed);
        onChange(dayOrText(typed));
      }}
      onKeyDown={(event) => event.key === 'Enter' && setLeft(true)}
      onBlur={(event) => {
        setLeft(true);
        setText(dayWords(value ?? ''));
        onBlur?.(event);
      }}
      rightSection={
        <Popover
          opened={opened}
          onClose={() => setOpened(false)}
          position="bottom-end"
          target={
            <ActionIcon
              variant="subtle"
              color="gray"
              size="1.75rem"
              aria-label="Pick a day"
              onClick={() => setOpened(!opened)}
              {...ahead(DayCalendar)}
            >
              <IconCalendar size="1rem" stroke={1.6} />
            </ActionIcon>
          }
        >
          <DayCalendar value={value !== null && isDay(value) ? value : null} onPick={pick} />
        </Popover>
      }
    />
  );
}

const dayOrText = (text: string): string | null => (text.trim() === '' ? null : (dayFrom(text) ?? text));
