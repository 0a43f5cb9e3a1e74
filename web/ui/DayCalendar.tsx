// A month to pick a day from.
import '@mantine/dates/styles.css';
import { DatePicker } from '@mantine/dates';

/** April 3, 1961 */
const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export function DayCalendar({ value, onPick }: { value: string | null; onPick: (day: string | null) => void }) {
  return (
    <DatePicker
      value={value}
      {...(value && { defaultDate: value })}
      onChange={onPick}
      firstDayOfWeek={0}
      weekendDays={[]}
      hideOutsideDates
      getDayProps={(day) => ({ 'aria-label': inWords.format(new Date(`${day}T00:00Z`)) })}
      ariaLabels={{
        previousMonth: 'Previous month',
        nextMonth: 'Next month',
        previousYear: 'Previous year',
        nextYear: 'Next year',
        previousDecade: 'Previous ten years',
        nextDecade: 'Next ten years',
      }}
    />
  );
}
