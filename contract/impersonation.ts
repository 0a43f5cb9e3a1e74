// Acting as another user: the five kinds of it, and which roles may use which kind on which users.
import { type Role, reachOf, roles } from './permissions.ts';

export const loginTypes = [
  'logged_as_admin',
  'logged_as_bu_admin',
  'logged_as_manager',
  'impersonating_as_rm',
  'impersonating',
] as const;
export type LoginType = (typeof loginTypes)[number];

/** Sessions in one stack, the first person's own included. */
export const maxLoginStack = 4;

const admins: readonly Role[] = ['admin', 'sub_admin'];
const managers: readonly Role[] = ['manager', 'regional_manager', 'district_manager', 'field_manager'];
const sellers: readonly Role[] = ['telemarketer', 'agent', 'basic', 'pool_holder'];
const leaders: readonly Role[] = [...admins, 'bu_admin'];

/** `by`: roles of the first person of the stack; a business unit's administrator acts within that unit only. */
const rules: Record<LoginType, readonly { by: readonly Role[]; on: readonly Role[] }[]> = {
  logged_as_admin: [
    { by: ['admin'], on: admins },
    { by: ['sub_admin'], on: ['sub_admin'] },
  ],
  logged_as_bu_admin: [{ by: admins, on: ['bu_admin'] }],
  logged_as_manager: [{ by: leaders, on: managers }],
  // Only users who are marked as relationship managers.
  impersonating_as_rm: [{ by: leaders, on: [...managers, ...sellers] }],
  impersonating: [
    { by: ['admin'], on: roles },
    { by: ['sub_admin'], on: roles.filter((role) => role !== 'admin') },
    { by: ['bu_admin'], on: [...managers, ...sellers] },
  ],
};

export interface Target {
  role: Role;
  relationship_manager: boolean;
}

/** Whether a user may act as another at all. */
export const mayActAs = (by: { role: Role; businessUnitId: number }, user: Target & { business_unit_id: number }): boolean =>
  loginTypesFor(by.role, user).length > 0 && (reachOf[by.role] === 'company' || by.businessUnitId === user.business_unit_id);

/** The kinds that this role may use on this user, the one that says most first; none: it may not act as them. */
export const loginTypesFor = (by: Role, { role, relationship_manager }: Target): LoginType[] =>
  loginTypes.filter(
    (type) =>
      (type !== 'impersonating_as_rm' || relationship_manager) &&
      rules[type].some((rule) => rule.by.includes(by) && rule.on.includes(role)),
  );
