// Which roles a variant of the product has, what they are called there, and who may give which to whom.
import type { Variant } from './lookups.ts';
import { allows, type Role, reachOf, roles } from './permissions.ts';

const names: Record<Role, string> = {
  admin: 'System admin',
  sub_admin: 'Admin',
  bu_admin: 'Business unit admin',
  manager: 'Manager',
  regional_manager: 'Regional manager',
  district_manager: 'District manager',
  field_manager: 'Field manager',
  telemarketer: 'Telemarketer',
  agent: 'Agent',
  basic: 'Basic',
  pool_holder: 'Pool holder',
};
const namesInRecruiting: Partial<Record<Role, string>> = { manager: 'Lead recruiter', agent: 'Recruiter' };

export const roleName = (role: Role, variant: Variant): string =>
  (variant === 'recruiting' ? namesInRecruiting[role] : undefined) ?? names[role];

const missing: Record<Variant, readonly Role[]> = {
  standard: ['pool_holder'],
  agency: ['basic', 'pool_holder'],
  recruiting: ['sub_admin', 'regional_manager', 'district_manager', 'field_manager', 'telemarketer', 'basic'],
};

/** From the highest to the lowest. */
export const rolesOf = (variant: Variant): Role[] => roles.filter((role) => !missing[variant].includes(role));

/** How high a role stands: nobody gives a role above their own, or changes a user above themselves. */
const rankOf = (role: Role): number => {
  if (role === 'admin') return 4;
  if (role === 'sub_admin') return 3;
  if (role === 'bu_admin') return 2;
  return allows(role, 'team.lead') ? 1 : 0;
};

export const standsAbove = (role: Role, other: Role): boolean => rankOf(role) > rankOf(other);

/** `regional`: whether the giver has the feature `regional`, without which nobody becomes a regional manager. */
export const assignableRoles = (variant: Variant, by: Role, regional: boolean): Role[] =>
  rolesOf(variant).filter((role) => !standsAbove(role, by) && (regional || role !== 'regional_manager'));

/** Whether a user of this role sees people below them, and so can be somebody's manager. */
export const canManage = (role: Role): boolean => reachOf[role] !== 'own';
