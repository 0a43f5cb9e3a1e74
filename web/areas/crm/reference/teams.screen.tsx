// Groups and pools have one form: a name, a business unit, people.
import type { ReactNode } from 'react';
import type { Team } from '#contract/reference.ts';
import { later } from '#ui/later.ts';
import { UnitName } from './UnitName.tsx';

export const TeamFields = later(() => import('./TeamFields.tsx').then((module) => module.TeamFields));

export type Person = Team['users'][number];

export interface TeamValues {
  name: string;
  business_unit_id: number | null;
  users: Person[];
}

/** `people`: what they are called. */
export const teamColumns = (people: string) => [
  { header: people, cell: ({ users }: Team): ReactNode => users.map(({ name }) => name).join(', ') },
  { header: 'Business unit', cell: ({ business_unit_id }: Team): ReactNode => <UnitName id={business_unit_id} /> },
];

export const teamValues = (row: Team | undefined): TeamValues => ({
  name: row?.name ?? '',
  business_unit_id: row?.business_unit_id ?? null,
  users: row?.users ?? [],
});

export const teamBody = ({ users, ...values }: TeamValues) => ({ ...values, user_ids: users.map(({ id }) => id) });
