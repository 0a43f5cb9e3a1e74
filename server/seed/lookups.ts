// The lists that the demo's companies have beyond a new company's, and how its contacts spread over them.
import type { CustomFieldCreate } from '#contract/customFields.ts';
import type { tagColors } from '#contract/lookups.ts';

type Color = (typeof tagColors)[number];

/** How many of a hundred leads, and of a hundred clients, stand at each status. One that is not named counts 1. */
export const statusShares: Readonly<Record<string, { leads: number; clients: number }>> = {
  New: { leads: 26, clients: 0 },
  Attempted: { leads: 21, clients: 1 },
  Contacted: { leads: 17, clients: 5 },
  'Appointment set': { leads: 9, clients: 4 },
  Quoted: { leads: 9, clients: 4 },
  'Application sent': { leads: 4, clients: 6 },
  Sold: { leads: 0, clients: 80 },
  'Interview set': { leads: 9, clients: 4 },
  'Offer made': { leads: 9, clients: 4 },
  'In licensing': { leads: 4, clients: 6 },
  Contracted: { leads: 0, clients: 80 },
  'Not interested': { leads: 14, clients: 0 },
};

export const agentflowStatusShares: typeof statusShares = {
  'To call': { leads: 30, clients: 0 },
  'Left voicemail': { leads: 20, clients: 0 },
  'Call back': { leads: 18, clients: 4 },
  'Scope of appointment sent': { leads: 10, clients: 2 },
  'Scope of appointment signed': { leads: 7, clients: 3 },
  'Needs analysis done': { leads: 8, clients: 3 },
  'Application submitted': { leads: 5, clients: 8 },
  'Policy delivered': { leads: 0, clients: 45 },
  'Annual review due': { leads: 0, clients: 28 },
  Lapsed: { leads: 2, clients: 7 },
};

/** Of a hundred contacts. */
export const sourceShares: Readonly<Record<string, number>> = {
  Website: 20,
  Referral: 18,
  'Direct mail': 17,
  'Social media': 15,
  'Purchased leads': 12,
  Seminar: 8,
  'Walk-in': 5,
  'Call center': 5,
};

/** The profiles under which the demo works a source. */
export const sourceCorporations: Readonly<Record<string, string[]>> = {
  Website: ['Harbor Benefits Online'],
  'Direct mail': ['Harbor Benefits Online', 'Senior Choice Center'],
  'Social media': ['Senior Choice Center'],
  'Purchased leads': ['Leadwell Data'],
  Seminar: ['Senior Choice Center'],
  'Call center': ['Bayline Call Services', 'Leadwell Data'],
};

/** All invented. */
export const carriers: readonly string[] = [
  'Bluewater Crossing Mutual',
  'Cedar & Stone Assurance',
  'Copper Basin Life',
  'Elmgate Dental & Vision',
  'Fairmeadow Medicare Plans',
  'Granite Fork Health',
  'Harvest Lantern Life',
  'Ironbridge Casualty Group',
  'Juniper Trail Annuity',
  'Kestrel Point Insurance',
  'Lanternfield Health Plan',
  'Larkmoor Life',
  'Marigold Senior Health',
  'Northlight Advantage',
  'Old Ferry Insurance',
  'Palmetto Crossing Health Plan',
  'Quarry Hill Assurance',
  'Redbarn Farmers Mutual',
  'Sablewood Life & Annuity',
  'Silver Heron Health',
  'Tallgrass Legacy Life',
  'Third Shore Mutual',
  'Tidewell Supplemental',
  'Umberland Fidelity Life',
  'Wrenfield Final Expense',
];

/** Beside those a new company starts with. */
export const tags: readonly { name: string; color: Color }[] = [
  { name: 'referral partner', color: 'teal' },
  { name: 'dual eligible', color: 'indigo' },
  { name: 'snowbird', color: 'yellow' },
  { name: 'veteran', color: 'green' },
  { name: 'birthday card', color: 'gray' },
];

/** About how many of a hundred contacts hold each; `new` and `T65` follow from the contact itself (people.ts). */
export const tagShares: Readonly<Record<string, number>> = {
  hot: 8,
  'referral partner': 4,
  'needs SOA': 9,
  'dual eligible': 6,
  snowbird: 5,
  veteran: 7,
  'annual review': 10,
  'birthday card': 6,
  licensed: 8,
  'needs license': 9,
};

export const customFields: readonly CustomFieldCreate[] = [
  { name: 'Best time to call', type: 'choice', choices: ['Morning', 'Afternoon', 'Evening', 'Weekend'] },
  { name: 'Current premium', type: 'number', choices: [] },
  { name: 'Referral', type: 'text', choices: [] },
];
