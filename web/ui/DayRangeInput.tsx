// From a day to a day; either may be left open.
import { Input } from '@mantine/core';
import { DayInput } from './DayInput.tsx';
import classes from './DayRangeInput.module.css';
import { isDay } from './days.ts';

/** `YYYY-MM-DD`, both included; null is open. Typed text that is no day stays as it is. */
export interface DayRange {
  from: string | null;
  to: string | null;
}

export const isBackwards = ({ from, to }: DayRange) => from !== null && to !== null && isDay(from) && isDay(to) && to < from;

export function DayRangeInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: DayRange;
  onChange: (value: DayRange) => void;
}) {
  return (
    <Input.Wrapper label={label} labelElement="div" role="group" aria-label={label}>
      <div className={classes.range}>
        <DayInput aria-label={`${label}: from`} value={value.from} onChange={(from) => onChange({ ...value, from })} />
        <span className={classes.to}>to</span>
        <DayInput
          aria-label={`${label}: to`}
          value={value.to}
          error={isBackwards(value) && 'This is before the first day'}
          onChange={(to) => onChange({ ...value, to })}
        />
      </div>
    </Input.Wrapper>
  );
}
