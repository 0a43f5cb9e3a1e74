// Permissions: one matrix, role by permission. Which rows they cover is the actor's reach (reachOfActor).

import { type Role, roles } from './roleLists.ts';

export { type Role, roles } from './roleLists.ts';

/** How far a role's reach goes: own contacts, the downline's, a business unit's, the company's. */
export type Reach = 'own' | 'downline' | 'business_unit' | 'company';

export const reachOf: Record<Role, Reach> = {
  admin: 'company',
  sub_admin: 'company',
  bu_admin: 'business_unit',
  manager: 'downline',
  regional_manager: 'downline',
  district_manager: 'downline',
  field_manager: 'downline',
  telemarketer: 'own',
  agent: 'own',
  basic: 'own',
  pool_holder: 'own',
};

const everyone: readonly Role[] = roles;
const admins: readonly Role[] = ['admin', 'sub_admin'];
const managers: readonly Role[] = ['manager', 'regional_manager', 'district_manager', 'field_manager'];
const leaders: readonly Role[] = [...admins, 'bu_admin', ...managers];
const sellers: readonly Role[] = [...leaders, 'telemarketer', 'agent'];

export const permissions = {
  'contacts.read': everyone,
  'contacts.create': everyone,
  'contacts.update': everyone,
  'contacts.bulk': sellers,
  'contacts.import': sellers,
  'contacts.assign_others': leaders,
  // A file leaves the office: each export is in the audit log.
  'contacts.export': [...leaders, 'agent'],
  'policies.read': everyone,
  'policies.update': everyone,
  // Policy numbers in clear, and finding contacts by them.
  'policies.numbers': [...leaders, 'agent'],
  // Health data: each look is in the audit log.
  'prescriptions.read': [...leaders, 'agent'],
  'prescriptions.update': [...leaders, 'agent'],
  // Answers to forms; reading them takes `contacts.read`.
  'data_capture.update': everyone,
  // Own events; who may see and change whose: contract/calendar.ts.
  'calendar.read': everyone,
  'calendar.update': everyone,
  // Templates in reach; the company's own are kept with `emails.manage`, a team's with `team.lead`.
  'emails.read': everyone,
  'emails.update': sellers,
  'emails.manage': admins,
  'files.read': everyone,
  'files.update': everyone,
  // Mail to contacts: one mail to few; a template to a selection; in the company's name.
  'messages.send': everyone,
  'messages.group': sellers,
  'messages.broadcast': leaders,
  // Calls from the browser; listening to calls of one's people.
  'calls.make': sellers,
  'calls.watch': leaders,
  // Buying a number of one's own; numbers of the company, and who has which.
  'numbers.buy': sellers,
  'numbers.manage': admins,
  // The own wallet and cards; giving money to people in reach.
  'wallet.use': everyone,
  'wallet.allocate': leaders,
  // Plans of one's own; plans for people in reach, and their licences.
  'subscriptions.use': sellers,
  'subscriptions.share': leaders,
  // The company's books, plans and subscriptions.
  'money.manage': admins,
  // Campaigns in reach; the company's own, and what is approved, take `campaigns.approve`.
  'campaigns.update': leaders,
  'campaigns.approve': admins,
  'tags.read': everyone,
  'tags.create': sellers,
  'reference.read': everyone,
  'reference.manage': admins,
  // Groups and pools. Besides admins, only a business unit's leaders decide who sees its shared contacts.
  'teams.manage': [...admins, 'bu_admin'],
  'custom_fields.manage': admins,
  'capture_forms.manage': admins,
  'team.lead': leaders,
  'jobs.operate': admins,
  'features.manage': admins,
  'settings.manage': admins,
  'audit.read': admins,
  'signups.manage': admins,
  // Rules of contacting people, do-not-call lists, suppressed addresses.
  'compliance.manage': admins,
  'security.manage': admins,
  // Single sign-on and networks: these settings could let their editor sign in as anyone or shut anyone out.
  'access.manage': ['admin'],
  // On which users: contract/impersonation.ts.
  'users.impersonate': [...admins, 'bu_admin'],
  // A business unit's administrator: the users of that unit.
  'users.manage': [...admins, 'bu_admin'],
  'business_units.manage': admins,
} as const satisfies Record<string, readonly Role[]>;

/**
 * Every change by one of these is refused while acting as another user (`oneself` on its calls), so the web offers none of their
 * screens then. tests/actingAs.test.ts compares the list with the contract.
 */
export const notWhileActing: readonly Permission[] = [
  'teams.manage',
  'features.manage',
  'settings.manage',
  'signups.manage',
  'compliance.manage',
  'security.manage',
  'access.manage',
  'users.manage',
  'business_units.manage',
  'wallet.allocate',
  'numbers.buy',
  'subscriptions.use',
];

/** Only another administrator may take over an administrator's account. */
export const mayTakeOver = (role: Role, other: Role): boolean => other !== 'admin' || role === 'admin';

export type Permission = keyof typeof permissions;

/** `public` needs no session; `signed_in` needs one but no permission. */
export type Access = Permission | 'public' | 'signed_in';

export const allows = (role: Role, permission: Permission): boolean =>
  (permissions[permission] as readonly Role[]).includes(role);
