// When an event is: whole days, or times by the clocks of a zone. The end moves along with the start.
import { Checkbox, Select, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useRef } from 'react';
import { DayInput } from '#ui/DayInput.tsx';
import { isDay } from '#ui/days.ts';
import { DayField } from '#ui/FormFields.tsx';
import { TimeInput } from '#ui/TimeInput.tsx';
import { daysAfter, daysBetween } from './calendar.days.ts';
import { remindersOf, zones } from './calendar.labels.ts';
import { movedRule } from './calendar.repeats.ts';
import type { EventValues } from './calendar.values.ts';
import classes from './EventForm.module.css';

export function EventTimes({ form, zone }: { form: UseFormReturnType<EventValues>; zone: string }) {
  const { all_day, start_day, end_day, start_time, end_time, timezone, rrule, reminders } = form.getValues();

  /** The last whole ones: while a date is typed, it is none. */
  const last = useRef({ day: start_day, time: start_time });
  const moveStart = (day: string | null) => {
    if (start_day && isDay(start_day)) last.current.day = start_day;
    form.setFieldValue('start_day', day);
    const from = last.current.day;
    if (!day || !isDay(day) || !from || !isDay(from)) return;
    if (end_day && isDay(end_day)) form.setFieldValue('end_day', daysAfter(end_day, daysBetween(from, day)));
    form.setFieldValue('rrule', movedRule(rrule, from, day));
  };
  const moveStartTime = (time: string | null) => {
    if (start_time) last.current.time = start_time;
    form.setFieldValue('start_time', time);
    const from = last.current.time;
    if (!time || !from || !end_time || !end_day || !isDay(end_day)) return;
    const end = new Date(
      Date.parse(`${end_day}T${end_time}Z`) + Date.parse(`${end_day}T${time}Z`) - Date.parse(`${end_day}T${from}Z`),
    );
    form.setFieldValue('end_day', end.toISOString().slice(0, 10));
    form.setFieldValue('end_time', end.toISOString().slice(11, 16));
  };
  const setAllDay = (on: boolean) => {
    form.setFieldValue('all_day', on);
    // Reminders of whole days count from midnight.
    if (reminders.some((minutes) => !remindersOf(on).includes(minutes))) form.setFieldValue('reminders', on ? [] : [15]);
  };
  const { onChange: _day, ...day } = form.getInputProps('start_day');
  const { onChange: _time, ...time } = form.getInputProps('start_time');
  return (
    <>
      <div className={classes.wide}>
        <Checkbox label="All day" checked={all_day} onChange={(event) => setAllDay(event.currentTarget.checked)} />
      </div>
      <DayInput label="Start date" {...day} onChange={moveStart} />
      {!all_day && <TimeInput label="Start time" {...time} onChange={moveStartTime} />}
      <DayField form={form} path="end_day" label="End date" />
      {!all_day && <TimeInput label="End time" {...form.getInputProps('end_time')} />}
      {!all_day && (
        <div className={classes.wide}>
          <Select
            label="Time zone"
            allowDeselect={false}
            data={Object.entries(zones[timezone] ? zones : { ...zones, [timezone]: timezone.replaceAll('_', ' ') }).map(
              ([value, label]) => ({ value, label }),
            )}
            {...form.getInputProps('timezone')}
          />
          {timezone !== zone && (
            <Text size="xs" c="dimmed" mt={4}>
              Your calendar shows the event at your own time.
            </Text>
          )}
        </div>
      )}
    </>
  );
}
