import { states } from '#contract/lookups.ts';
import type { SignupForm, SignupRow } from '#contract/signups.ts';
import type { Tone } from '#ui/Dot.tsx';

export const statusLabels: Record<SignupRow['status'], string> = {
  draft: 'Draft',
  sent: 'Waiting',
  returned: 'Returned',
  approved: 'Approved',
};
export const statusTones: Record<SignupRow['status'], Tone> = {
  draft: 'gray',
  sent: 'blue',
  returned: 'orange',
  approved: 'green',
};

export const licenceLabels: Record<NonNullable<SignupForm['licences'][number]['kind']>, string> = {
  life: 'Life',
  health: 'Health',
  life_health: 'Life and health',
  variable: 'Variable products',
  property_casualty: 'Property and casualty',
};

export const stateChoices = Object.entries(states).map(([value, name]) => ({ value, label: `${name} (${value})` }));
export const stateName = (state: string | null) => (state === null ? '' : (states[state] ?? state));
