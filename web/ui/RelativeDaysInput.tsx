// Days counted from today: "in the next 30 days".
import { Input, NumberInput, Select } from '@mantine/core';
import classes from './DayRangeInput.module.css';

export interface RelativeDays {
  of: 'next' | 'last';
  /** From 1. */
  days: number;
}

const words = { next: 'In the next', last: 'In the last' };

export const relativeWords = ({ of, days }: RelativeDays) =>
  `${words[of].toLowerCase()} ${days === 1 ? 'day' : `${days.toLocaleString('en-US')} days`}`;

export function RelativeDaysInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: RelativeDays;
  onChange: (value: RelativeDays) => void;
}) {
  return (
    <Input.Wrapper label={label} labelElement="div" role="group" aria-label={label}>
      <div className={classes.range}>
        <Select
          aria-label={`${label}: before or after today`}
          data={Object.entries(words).map(([of, word]) => ({ value: of, label: word }))}
          allowDeselect={false}
          value={value.of}
          onChange={(of) => onChange({ ...value, of: of as RelativeDays['of'] })}
        />
        <NumberInput
          aria-label={`${label}: days`}
          suffix=" days"
          min={1}
          max={3650}
          clampBehavior="strict"
          allowDecimal={false}
          value={value.days}
          onChange={(days) => Number(days) >= 1 && onChange({ ...value, days: Number(days) })}
        />
      </div>
    </Input.Wrapper>
  );
}
