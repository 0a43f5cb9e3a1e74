import type { userStatuses } from '#contract/userLists.ts';
import type { Tone } from '#ui/Dot.tsx';

type Status = (typeof userStatuses)[number];

export const statusLabels: Record<Status, string> = { active: 'Active', invited: 'Invited', inactive: 'Inactive' };
export const statusTones: Record<Status, Tone> = { active: 'green', invited: 'blue', inactive: 'gray' };

/** `1 contact`, `1,204 contacts` */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

export const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join(', ');
