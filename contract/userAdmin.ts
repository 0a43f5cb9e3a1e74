// The users of a company, as administrators keep them: invited, changed, deactivated.
import { z } from 'zod';
import { BulkAction } from './bulk.ts';
import { campaignHandOvers } from './campaignLists.ts';
import { ById, endpoint, Flag, Id, Line, List, many, Paged, PathId, paces } from './kit/endpoint.ts';
import { orderOf, pageOf } from './kit/paging.ts';
import { timezones } from './lookups.ts';
import { roles } from './permissions.ts';
import { userOrders, userStatuses } from './userLists.ts';
import { BusinessUnit, Person } from './users.ts';

export const AdminUser = z
  .object({
    id: Id,
    name: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    username: z.string(),
    number: z.int(),
    account_type: z.enum(roles),
    /** The role's name in this company. */
    role_name: z.string(),
    title: z.string(),
    photo: z.string().nullable(),
    relationship_manager: z.boolean(),
    business_unit: BusinessUnit,
    manager: Person.nullable(),
    timezone: z.enum(timezones),
    status: z.enum(userStatuses),
    created_at: z.string(),
    invited_at: z.string().nullable(),
    deactivated_at: z.string().nullable(),
    /** Null for somebody who has no session. */
    last_seen_at: z.string().nullable(),
    can: z.object({
      update: z.boolean(),
      deactivate: z.boolean(),
      reactivate: z.boolean(),
      invite: z.boolean(),
      login: z.boolean(),
    }),
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.output<typeof AdminUser>;

export const AdminUserQuery = z.object({
  ...pageOf(25),
  ...orderOf(userOrders),
  /** Only users who may act as others. */
  impersonators: Flag.default(false),
  /** That user alone. */
  user_id: PathId.optional(),
  /** Relationship managers alone. */
  only_rm: Flag.default(false),
  /** As a picker shows them: the caller's favorites before the others. */
  favorites_first: Flag.default(false),
  status: many(z.enum(userStatuses)),
  account_type: many(z.enum(roles)),
  business_unit_id: PathId.optional(),
});
export type AdminUserQuery = z.output<typeof AdminUserQuery>;

const names = {
  first_name: Line(60).min(1, 'Write the first name'),
  last_name: Line(60).min(1, 'Write the last name'),
};
const email = Line(254).pipe(z.email('This is not an e-mail address'));

export const AdminUserCreate = z.object({
  ...names,
  email,
  account_type: z.enum(roles),
  business_unit_id: Id,
  manager_id: Id.nullable().default(null),
  title: Line(80).default(''),
  timezone: z.enum(timezones).default('est'),
  relationship_manager: z.boolean().default(false),
});
export type AdminUserCreate = z.output<typeof AdminUserCreate>;

/** An absent field stays; null clears. */
export const AdminUserUpdate = z
  .object({
    ...names,
    email,
    business_unit_id: Id,
    manager_id: Id.nullable(),
    title: Line(80),
    timezone: z.enum(timezones),
    relationship_manager: z.boolean(),
  })
  .partial();
export type AdminUserUpdate = z.output<typeof AdminUserUpdate>;

const permission = 'users.manage';

export const listUsers = endpoint({
  method: 'GET',
  path: '/v1/admin/users',
  summary: 'The users within reach whose name, e-mail or number holds q, a page at a time',
  permission,
  query: AdminUserQuery,
  response: Paged(AdminUser),
  rateLimit: paces.look,
});
export const createUser = endpoint({
  method: 'POST',
  path: '/v1/admin/users',
  summary: 'Add a user, who is invited by mail to choose a password within seven days',
  permission,
  oneself: true,
  proof: true,
  body: AdminUserCreate,
  response: AdminUser,
  status: 201,
  errors: ['users.login_taken', 'mail.not_configured'],
  rateLimit: paces.edit,
});
export const getUser = endpoint({
  method: 'GET',
  path: '/v1/admin/users/:id',
  summary: 'One user',
  permission,
  params: ById,
  response: AdminUser,
});
export const updateUser = endpoint({
  method: 'PATCH',
  path: '/v1/admin/users/:id',
  summary: 'Change a user; a new e-mail signs in, and the former no longer does',
  permission,
  oneself: true,
  params: ById,
  body: AdminUserUpdate,
  response: AdminUser,
  errors: ['users.login_taken', 'users.circle', 'sessions.prove_yourself'],
  rateLimit: paces.edit,
});
export const quickUpdateUser = endpoint({
  method: 'PATCH',
  path: '/v1/admin/users/:id/quick_update',
  summary: 'Change what the list shows of a user: title, unit, manager, relationship manager',
  permission,
  oneself: true,
  params: ById,
  body: AdminUserUpdate.pick({ title: true, business_unit_id: true, manager_id: true, relationship_manager: true }),
  response: AdminUser,
  errors: ['users.circle'],
  rateLimit: paces.edit,
});
export const listAssignableRoles = endpoint({
  method: 'GET',
  path: '/v1/admin/users/:id/roles',
  summary: 'The roles that the signed-in user may give to this one, the highest first',
  permission,
  params: ById,
  response: List(z.object({ value: z.enum(roles), label: z.string() })),
});
export const listUserRoles = endpoint({
  method: 'GET',
  path: '/v1/admin/users/roles',
  summary: 'The roles of your company, the highest first, and which of them you may give',
  permission,
  response: List(z.object({ value: z.enum(roles), label: z.string(), can: z.object({ assign: z.boolean() }) })),
});
export const updateUserRoles = endpoint({
  method: 'PATCH',
  path: '/v1/admin/users/:id/update_roles',
  summary: 'Give a user another role; a user has one',
  permission,
  oneself: true,
  proof: true,
  params: ById,
  body: z.object({ roles: z.array(z.enum(roles)).length(1, 'Choose one role') }),
  response: AdminUser,
  errors: ['users.last_admin'],
  rateLimit: paces.edit,
});
export const deactivateUser = endpoint({
  method: 'DELETE',
  path: '/v1/admin/users/:id',
  summary:
    'Deactivate a user: sessions and bulk actions end, a successor takes over imports; contacts go to a user or pool as a bulk action',
  permission,
  oneself: true,
  proof: true,
  params: ById,
  query: z.object({ owner_id: PathId.optional(), pool_id: PathId.optional() }),
  response: z.object({ user: AdminUser, hand_over: BulkAction.nullable() }),
  errors: ['users.last_admin', 'users.holds_contacts'],
  rateLimit: paces.edit,
});
export const reactivateUser = endpoint({
  method: 'POST',
  path: '/v1/admin/users/:id/reactivate',
  summary: 'Let a deactivated user in again, and on request give back the contacts that nobody has passed on since',
  permission,
  oneself: true,
  proof: true,
  params: ById,
  body: z.object({ return_contacts: z.boolean().default(false) }),
  response: z.object({ user: AdminUser, hand_back: BulkAction.nullable() }),
  rateLimit: paces.edit,
});

const Some = z.array(Person);
/** Everything that depends on a user, and its fate when the user leaves. Each list holds the first 50. */
export const Belongings = z.object({
  contacts: z.int(),
  /** Of those that the last deactivation gave away, how many could be given back. */
  returnable: z.int(),
  /** Open ones: to the successor who reaches the contact, else to its owner, else to the person who deactivates the user. */
  tasks: z.int(),
  pools: Some,
  groups: Some,
  /** Offices that the user leads. */
  offices: Some,
  /** Import templates that the user made. */
  templates: Some,
  running_imports: Some,
  /** They continue as the successor; stop, until the successor continues them; or end. */
  imports_go: z.enum(['continue', 'stop', 'end']),
  running_bulk_actions: z.int(),
  /** Campaigns of the user that are on. */
  running_campaigns: z.array(Person.extend({ goes: z.enum(campaignHandOvers) })),
  /** The people directly below. */
  reports: Some,
  report_count: z.int(),
});
export type Belongings = z.output<typeof Belongings>;
export const getUserBelongings = endpoint({
  method: 'GET',
  path: '/v1/admin/users/:id/belongings',
  summary: 'What depends on a user: contacts, open tasks, pools, groups, offices, running work, the people below',
  permission,
  params: ById,
  /** The successor: decides what becomes of running imports. */
  query: z.object({ owner_id: PathId.optional() }),
  response: Belongings,
  long: true,
  rateLimit: paces.look,
});
export const inviteUser = endpoint({
  method: 'POST',
  path: '/v1/admin/users/:id/invitation',
  summary: 'Mail the invitation again; the former link no longer opens',
  permission,
  oneself: true,
  params: ById,
  response: AdminUser,
  errors: ['users.has_password', 'mail.not_configured'],
  rateLimit: { limit: 60, seconds: 3600, by: 'user' },
});
export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/v1/admin/users/:id/invitation',
  summary: 'Withdraw an invitation: the link no longer opens; the user is removed, or deactivated if anything depends on them',
  permission,
  oneself: true,
  params: ById,
  /** `user`: null where the user was removed. */
  response: z.object({ user: AdminUser.nullable() }),
  errors: ['users.has_password', 'users.holds_contacts'],
  rateLimit: paces.edit,
});

const UserSearch = z.object({ q: z.string().trim().max(100).default('') });
export const listOwners = endpoint({
  method: 'GET',
  path: '/v1/admin/users/owners',
  summary: 'Users who may own contacts, by name; the first 50',
  permission,
  query: UserSearch,
  response: List(Person),
});
export const listPoolHolders = endpoint({
  method: 'GET',
  path: '/v1/admin/users/pool_holders',
  summary: 'Users who hold a pool, by name; the first 50',
  permission,
  query: UserSearch,
  response: List(Person),
});
