// The demo's companies, their people, and the look-up lists every company starts with. Plain data: seed.ts writes it.
import type { CustomFieldCreate } from '#contract/customFields.ts';
import type { primaryColors, tagColors, timezones, Variant } from '#contract/lookups.ts';
import type { Role } from '#contract/permissions.ts';
import { newTagName } from '#contract/tags.ts';

type Color = (typeof tagColors)[number];

export interface DemoUser {
  email: string;
  username: string;
  first_name: string;
  last_name: string;
  role: Role;
  /** By name, as are all references here. */
  business_unit: string;
  /** The e-mail of a user above in the list. */
  manager: string | null;
  timezone: (typeof timezones)[number];
  about_me: string;
}

export interface DemoCompany {
  name: string;
  domain_name: string;
  variant: Variant;
  primary_color: (typeof primaryColors)[number];
  business_units: string[];
  users: DemoUser[];
  /** Holders are e-mails of users. A pool without a business unit is the company's. */
  pools: { name: string; business_unit: string | null; holders: string[] }[];
}

const harbor: DemoCompany = {
  name: 'Harbor Benefits',
  domain_name: 'harbor.test',
  variant: 'standard',
  primary_color: 'blue',
  business_units: ['Miami', 'Tampa'],
  users: [
    {
      email: 'admin@harbor.test',
      username: 'harbor.admin',
      first_name: 'Eleanor',
      last_name: 'Whitfield',
      role: 'admin',
      business_unit: 'Miami',
      manager: null,
      timezone: 'est',
      about_me: 'Founded Harbor Benefits in 1998 with two desks and a fax machine.',
    },
    {
      email: 'subadmin@harbor.test',
      username: 'harbor.subadmin',
      first_name: 'Marcus',
      last_name: 'Okafor',
      role: 'sub_admin',
      business_unit: 'Tampa',
      manager: 'admin@harbor.test',
      timezone: 'est',
      about_me: 'Runs operations and the Tampa office.',
    },
    {
      email: 'buadmin@harbor.test',
      username: 'harbor.buadmin',
      first_name: 'Lucía',
      last_name: 'Fuentes',
      role: 'bu_admin',
      business_unit: 'Miami',
      manager: 'admin@harbor.test',
      timezone: 'est',
      about_me: 'Leads the Miami office.',
    },
    {
      email: 'manager@harbor.test',
      username: 'harbor.manager',
      first_name: 'Daniel',
      last_name: "O'Rourke",
      role: 'manager',
      business_unit: 'Miami',
      manager: 'buadmin@harbor.test',
      timezone: 'est',
      about_me: 'Twelve years in the field, now helping others find their feet.',
    },
    {
      email: 'agent@harbor.test',
      username: 'harbor.agent',
      first_name: 'Ana',
      last_name: 'Reyes',
      role: 'agent',
      business_unit: 'Miami',
      manager: 'manager@harbor.test',
      timezone: 'est',
      about_me: 'Medicare and final expense, in English and Spanish.',
    },
    {
      email: 'agent2@harbor.test',
      username: 'harbor.agent2',
      first_name: 'Terrence',
      last_name: 'Boyd',
      role: 'agent',
      business_unit: 'Miami',
      manager: 'manager@harbor.test',
      timezone: 'cst',
      about_me: 'Life and annuities. Looks after our families in Pensacola and Texas.',
    },
    {
      email: 'pool@harbor.test',
      username: 'harbor.pool',
      first_name: 'Priya',
      last_name: 'Raman',
      role: 'pool_holder',
      business_unit: 'Tampa',
      manager: 'subadmin@harbor.test',
      timezone: 'est',
      about_me: 'Keeps the shared leads in order.',
    },
  ],
  pools: [
    { name: 'House leads', business_unit: null, holders: ['pool@harbor.test', 'subadmin@harbor.test'] },
    { name: 'Miami web leads', business_unit: 'Miami', holders: ['manager@harbor.test', 'agent@harbor.test'] },
    { name: 'Tampa mailers', business_unit: 'Tampa', holders: ['pool@harbor.test'] },
  ],
};

const keystone: DemoCompany = {
  name: 'Keystone Agency',
  domain_name: 'keystone.test',
  variant: 'agency',
  primary_color: 'teal',
  business_units: ['Harrisburg'],
  users: [
    {
      email: 'admin@keystone.test',
      username: 'keystone.admin',
      first_name: 'Walter',
      last_name: 'Brandt',
      role: 'admin',
      business_unit: 'Harrisburg',
      manager: null,
      timezone: 'est',
      about_me: 'Third generation in the family agency.',
    },
    {
      email: 'agent@keystone.test',
      username: 'keystone.agent',
      first_name: 'Rachel',
      last_name: 'Zimmerman',
      role: 'agent',
      business_unit: 'Harrisburg',
      manager: 'admin@keystone.test',
      timezone: 'est',
      about_me: 'Health plans for farmers and the self-employed.',
    },
    {
      email: 'basic@keystone.test',
      username: 'keystone.basic',
      first_name: 'Owen',
      last_name: 'Pritchard',
      role: 'basic',
      business_unit: 'Harrisburg',
      manager: 'admin@keystone.test',
      timezone: 'est',
      about_me: 'Studying for the license.',
    },
  ],
  pools: [{ name: 'Office leads', business_unit: null, holders: ['agent@keystone.test'] }],
};

const summit: DemoCompany = {
  name: 'Summit Recruiting',
  domain_name: 'summit.test',
  variant: 'recruiting',
  primary_color: 'violet',
  business_units: ['Denver'],
  users: [
    {
      email: 'admin@summit.test',
      username: 'summit.admin',
      first_name: 'Joanna',
      last_name: 'Kessler',
      role: 'admin',
      business_unit: 'Denver',
      manager: null,
      timezone: 'mst',
      about_me: 'Builds sales teams from Boise to Albuquerque.',
    },
    {
      email: 'agent@summit.test',
      username: 'summit.agent',
      first_name: 'Tomás',
      last_name: 'Archuleta',
      role: 'agent',
      business_unit: 'Denver',
      manager: 'admin@summit.test',
      timezone: 'mst',
      about_me: 'Finds people who like people.',
    },
  ],
  pools: [{ name: 'Career fair', business_unit: null, holders: ['agent@summit.test'] }],
};

export const demoCompanies: readonly DemoCompany[] = [harbor, keystone, summit];

/** `leads` and `clients` of a hundred stand at each; the order is the one shown. */
export const statuses: readonly { title: string; color: Color; leads: number; clients: number }[] = [
  { title: 'New', color: 'blue', leads: 26, clients: 0 },
  { title: 'Attempted', color: 'yellow', leads: 21, clients: 1 },
  { title: 'Contacted', color: 'teal', leads: 17, clients: 5 },
  { title: 'Appointment set', color: 'indigo', leads: 9, clients: 4 },
  { title: 'Quoted', color: 'purple', leads: 9, clients: 4 },
  { title: 'Application sent', color: 'orange', leads: 4, clients: 6 },
  { title: 'Sold', color: 'green', leads: 0, clients: 80 },
  { title: 'Not interested', color: 'gray', leads: 14, clients: 0 },
];

export const agentflowStatuses: readonly { title: string; color: Color; group: string; leads: number; clients: number }[] = [
  { title: 'To call', color: 'blue', group: 'First contact', leads: 30, clients: 0 },
  { title: 'Left voicemail', color: 'yellow', group: 'First contact', leads: 20, clients: 0 },
  { title: 'Call back', color: 'orange', group: 'First contact', leads: 18, clients: 4 },
  { title: 'Scope of appointment sent', color: 'teal', group: 'Appointment', leads: 10, clients: 2 },
  { title: 'Scope of appointment signed', color: 'green', group: 'Appointment', leads: 7, clients: 3 },
  { title: 'Needs analysis done', color: 'indigo', group: 'Appointment', leads: 8, clients: 3 },
  { title: 'Application submitted', color: 'purple', group: 'Enrollment', leads: 5, clients: 8 },
  { title: 'Policy delivered', color: 'green', group: 'Enrollment', leads: 0, clients: 45 },
  { title: 'Annual review due', color: 'pink', group: 'Service', leads: 0, clients: 28 },
  { title: 'Lapsed', color: 'red', group: 'Service', leads: 2, clients: 7 },
];

/** `share` of a hundred contacts come from each. `corporations` are the profiles under which a source is worked. */
export const sources: readonly { title: string; corporations: string[]; share: number }[] = [
  { title: 'Website', corporations: ['Harbor Benefits Online'], share: 20 },
  { title: 'Referral', corporations: [], share: 18 },
  { title: 'Direct mail', corporations: ['Harbor Benefits Online', 'Senior Choice Center'], share: 17 },
  { title: 'Facebook', corporations: ['Senior Choice Center'], share: 15 },
  { title: 'Purchased leads', corporations: ['Leadwell Data'], share: 12 },
  { title: 'Seminar', corporations: ['Senior Choice Center'], share: 8 },
  { title: 'Walk-in', corporations: [], share: 5 },
  { title: 'Call center', corporations: ['Bayline Call Services', 'Leadwell Data'], share: 5 },
];

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

/** A hundred contacts hold about `share` of each; two of them follow from the contact itself (people.ts). */
export const turning65TagName = 'T65';
export const tags: readonly { name: string; color: Color; share: number }[] = [
  { name: newTagName, color: 'blue', share: 0 },
  { name: turning65TagName, color: 'purple', share: 0 },
  { name: 'hot', color: 'red', share: 8 },
  { name: 'referral partner', color: 'teal', share: 4 },
  { name: 'needs SOA', color: 'orange', share: 9 },
  { name: 'dual eligible', color: 'indigo', share: 6 },
  { name: 'snowbird', color: 'yellow', share: 5 },
  { name: 'veteran', color: 'green', share: 7 },
  { name: 'annual review', color: 'pink', share: 10 },
  { name: 'birthday card', color: 'gray', share: 6 },
];

export const customFields: readonly CustomFieldCreate[] = [
  { name: 'Best time to call', type: 'choice', choices: ['Morning', 'Afternoon', 'Evening', 'Weekend'] },
  { name: 'Current premium', type: 'number', choices: [] },
  { name: 'Referral', type: 'text', choices: [] },
];
