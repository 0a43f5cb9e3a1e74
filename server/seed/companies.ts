// The demo's companies and their people. Plain data: seed.ts writes it.
import type { NewCompany, NewUser } from '#areas/office/companies/companies.create.ts';
import type { Role } from '#contract/permissions.ts';

export interface DemoUser extends NewUser {
  role: Role;
  /** By name, as are all references here. */
  business_unit: string;
  /** The e-mail of a user above in the list. */
  manager: string | null;
}

export interface DemoCompany extends Omit<NewCompany, 'business_unit' | 'administrator'> {
  business_units: string[];
  /** The first one is the administrator that the company is created with. */
  users: DemoUser[];
  /** Holders are e-mails of users. A pool without a business unit is the company's. */
  pools: { name: string; business_unit: string | null; holders: string[] }[];
  /** Members are e-mails of users. */
  groups: { name: string; business_unit: string | null; members: string[] }[];
  offices: DemoOffice[];
  /** Its account is not paid: its people meet the guard, and have nothing else. */
  unpaid?: true;
  /** Of its phone numbers. */
  area_code?: string;
}

interface DemoOffice {
  name: string;
  type: 'main' | 'branch';
  address: string;
  city: string;
  state: string;
  zip_code: string;
  /** Ten digits. */
  phone: string;
  email: string;
  /** The e-mail of a user. */
  manager: string;
}

const harbor: DemoCompany = {
  name: 'Harbor Benefits',
  domain_name: 'harbor.test',
  variant: 'standard',
  area_code: '305',
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
      role: 'agent',
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
  groups: [
    {
      name: 'Medicare desk',
      business_unit: 'Miami',
      members: ['manager@harbor.test', 'agent@harbor.test', 'agent2@harbor.test'],
    },
    { name: 'Office leads', business_unit: null, members: ['admin@harbor.test', 'subadmin@harbor.test', 'buadmin@harbor.test'] },
  ],
  offices: [
    {
      name: 'Miami',
      type: 'main',
      address: '1200 Brickell Bay Drive, Suite 310',
      city: 'Miami',
      state: 'FL',
      zip_code: '33131',
      phone: '3055550100',
      email: 'miami@harbor.test',
      manager: 'buadmin@harbor.test',
    },
    {
      name: 'Tampa',
      type: 'branch',
      address: '410 Franklin Street',
      city: 'Tampa',
      state: 'FL',
      zip_code: '33602',
      phone: '8135550144',
      email: 'tampa@harbor.test',
      manager: 'subadmin@harbor.test',
    },
  ],
};

const keystone: DemoCompany = {
  name: 'Keystone Agency',
  domain_name: 'keystone.test',
  variant: 'agency',
  area_code: '214',
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
  groups: [
    { name: 'Everybody', business_unit: null, members: ['admin@keystone.test', 'agent@keystone.test', 'basic@keystone.test'] },
  ],
  offices: [
    {
      name: 'Harrisburg',
      type: 'main',
      address: '88 Locust Street',
      city: 'Harrisburg',
      state: 'PA',
      zip_code: '17101',
      phone: '7175550120',
      email: 'office@keystone.test',
      manager: 'admin@keystone.test',
    },
  ],
};

const summit: DemoCompany = {
  name: 'Summit Recruiting',
  domain_name: 'summit.test',
  variant: 'recruiting',
  area_code: '602',
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
    {
      email: 'pool@summit.test',
      username: 'summit.pool',
      first_name: 'Grace',
      last_name: 'Lindqvist',
      role: 'pool_holder',
      business_unit: 'Denver',
      manager: 'admin@summit.test',
      timezone: 'mst',
      about_me: 'Keeps the names from career fairs.',
    },
  ],
  pools: [{ name: 'Career fair', business_unit: null, holders: ['agent@summit.test', 'pool@summit.test'] }],
  groups: [{ name: 'Recruiters', business_unit: null, members: ['admin@summit.test', 'agent@summit.test'] }],
  offices: [
    {
      name: 'Denver',
      type: 'main',
      address: '1600 Wynkoop Street',
      city: 'Denver',
      state: 'CO',
      zip_code: '80202',
      phone: '3035550170',
      email: 'denver@summit.test',
      manager: 'admin@summit.test',
    },
  ],
};

const bayside: DemoCompany = {
  name: 'Bayside Partners',
  domain_name: 'bayside.test',
  variant: 'standard',
  unpaid: true,
  business_units: ['Mobile'],
  users: [
    {
      email: 'admin@bayside.test',
      username: 'bayside.admin',
      first_name: 'Gloria',
      last_name: 'Tran',
      role: 'admin',
      business_unit: 'Mobile',
      manager: null,
      timezone: 'cst',
      about_me: 'Keeps the books, when the card has not expired.',
    },
    {
      email: 'agent@bayside.test',
      username: 'bayside.agent',
      first_name: 'Wes',
      last_name: 'Calloway',
      role: 'agent',
      business_unit: 'Mobile',
      manager: 'admin@bayside.test',
      timezone: 'cst',
      about_me: 'Waits for the account to be paid.',
    },
  ],
  pools: [],
  groups: [],
  offices: [],
};

export const demoCompanies: readonly DemoCompany[] = [harbor, keystone, summit, bayside];
