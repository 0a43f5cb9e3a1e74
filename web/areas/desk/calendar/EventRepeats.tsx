// How an event repeats, in plain words, with its rule in a sentence below.
import { Button, Chip, Group, NumberInput, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { DayInput } from '#ui/DayInput.tsx';
import { isDay } from '#ui/days.ts';
import { daysAfter } from './calendar.days.ts';
import {
  everyUnit,
  type MonthDay,
  monthDaysOf,
  monthDayWords,
  type Repetition,
  repetitionOf,
  ruleOf,
  ruleWords,
  type Unit,
  units,
  type Weekday,
  weekdays,
} from './calendar.repeats.ts';
import classes from './EventForm.module.css';

const choices = { none: 'Does not repeat', DAILY: 'Daily', WEEKLY: 'Weekly', MONTHLY: 'Monthly', YEARLY: 'Yearly' };
const ends = { never: 'Never', until: 'On a day', count: 'After some times' };

export function EventRepeats({
  start,
  value,
  onChange,
  error,
}: {
  /** The first day. */
  start: string;
  /** The rule; null: it does not repeat. */
  value: string | null;
  onChange: (rule: string | null) => void;
  error?: string | undefined;
}) {
  const repetition = value === null ? null : repetitionOf(value, start);
  const change = (some: Partial<Repetition>) => repetition && onChange(ruleOf({ ...repetition, ...some }, start));
  if (value !== null && !repetition)
    return (
      <div>
        <Text fw={500}>Repeats</Text>
        <Text mb={4}>{ruleWords(value, start)}</Text>
        <Button variant="default" size="compact-sm" onClick={() => onChange(null)}>
          Do not repeat
        </Button>
      </div>
    );
  const end = repetition?.until ? 'until' : repetition?.count ? 'count' : 'never';
  return (
    <div className={classes.repeats}>
      <Select
        label="Repeats"
        className={classes.wide ?? ''}
        allowDeselect={false}
        error={error}
        data={Object.entries(choices).map(([unit, label]) => ({ value: unit, label }))}
        value={repetition?.unit ?? 'none'}
        onChange={(unit) => onChange(unit === 'none' || !unit ? null : ruleOf(everyUnit(unit as Unit, start), start))}
      />
      {repetition && (
        <>
          <NumberInput
            label="Every"
            suffix={` ${units[repetition.unit]}${repetition.interval === 1 ? '' : 's'}`}
            min={1}
            max={99}
            allowDecimal={false}
            allowNegative={false}
            value={repetition.interval}
            onChange={(interval) => change({ interval: Math.min(99, Math.max(1, Number(interval) || 1)) })}
          />
          {repetition.unit === 'WEEKLY' && (
            <Chip.Group
              multiple
              value={repetition.days}
              onChange={(days) => days.length > 0 && change({ days: days as Weekday[] })}
            >
              <Group gap={4} role="group" aria-label="On these days" className={classes.wide ?? ''}>
                {Object.entries(weekdays).map(([code, word]) => (
                  <Chip key={code} value={code} size="xs" aria-label={word}>
                    {word.slice(0, 3)}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          )}
          {repetition.unit === 'MONTHLY' && (
            <Select
              label="Day"
              className={classes.wide ?? ''}
              allowDeselect={false}
              data={monthDaysOf(start).map((each) => ({ value: each, label: capital(monthDayWords(each, start)) }))}
              value={repetition.monthDay}
              onChange={(monthDay) => monthDay && change({ monthDay: monthDay as MonthDay })}
            />
          )}
          <Select
            label="Ends"
            allowDeselect={false}
            data={Object.entries(ends).map(([each, label]) => ({ value: each, label }))}
            value={end}
            onChange={(next) =>
              change({ until: next === 'until' ? daysAfter(start, 90) : null, count: next === 'count' ? 10 : null })
            }
          />
          {end === 'until' && <LastDay value={repetition.until} onChange={(until) => change({ until })} />}
          {end === 'count' && (
            <NumberInput
              label="How many times"
              min={1}
              max={999}
              allowDecimal={false}
              allowNegative={false}
              value={repetition.count ?? 1}
              onChange={(count) => change({ count: Math.min(999, Math.max(1, Number(count) || 1)) })}
            />
          )}
          <Text size="xs" c="dimmed" className={classes.wide ?? ''} role="status">
            {ruleWords(value ?? '', start)}
            {repetition.unit === 'MONTHLY' && repetition.monthDay === 'date' && Number(start.slice(8)) > 28
              ? '. Shorter months are left out.'
              : ''}
          </Text>
        </>
      )}
    </div>
  );
}

/** Half a date stays in the field, and does not count yet. */
function LastDay({ value, onChange }: { value: string | null; onChange: (day: string) => void }) {
  const [typed, setTyped] = useState(value);
  const change = (day: string | null) => {
    setTyped(day);
    if (day && isDay(day)) onChange(day);
  };
  return <DayInput label="Last day" value={typed} onChange={change} />;
}

const capital = (words: string) => `${words[0]?.toUpperCase()}${words.slice(1)}`;
