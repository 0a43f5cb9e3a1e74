// The words on screen for tasks.
import type { NextStepTime, TaskKind, TaskTab } from '#contract/taskLists.ts';
import { dayIn, momentIn, timeIn, todayIn, type Zone } from '#ui/moments.ts';

export const taskKindWords: Record<TaskKind, string> = {
  call: 'Call',
  text: 'Text',
  email: 'E-mail',
  meet: 'Meet',
  other: 'Other',
};

export const taskTabWords: Record<TaskTab, string> = { due: 'Due', upcoming: 'Upcoming', open: 'All open', done: 'Done' };

export const nextStepTimeWords: Record<NextStepTime, string> = {
  overdue: 'Overdue',
  today: 'Today',
  week: 'Within 7 days',
  later: 'Later',
};

export const isOverdue = ({ due_at, done_at = null }: { due_at: string; done_at?: string | null }) =>
  done_at === null && Date.parse(due_at) < Date.now();

const names = new Map([
  [-1, 'Yesterday'],
  [0, 'Today'],
  [1, 'Tomorrow'],
]);

/** “Tomorrow, 9:00 AM”, “12/04/2026, 2:30 PM” */
export function dueWords(zone: Zone, due_at: string): string {
  const days = Math.round((dayNumber(dayIn(zone, due_at)) - Date.parse(todayIn(zone))) / 86_400_000);
  const name = names.get(days);
  return name ? `${name}, ${timeIn(zone, due_at)}` : momentIn(zone, due_at);
}

/** A day as MM/DD/YYYY in milliseconds. */
const dayNumber = (day: string) => Date.parse(`${day.slice(6)}-${day.slice(0, 2)}-${day.slice(3, 5)}`);
