import type { userStatuses } from '#contract/userAdmin.ts';
import type { Tone } from '#ui/Dot.tsx';

type Status = (typeof userStatuses)[number];

export const statusLabels: Record<Status, string> = { active: 'Active', invited: 'Invited', inactive: 'Inactive' };
export const statusTones: Record<Status, Tone> = { active: 'green', invited: 'blue', inactive: 'gray' };
