// Roles in a variant of the product, and which roles each role may give.
import type { Variant } from './lookups.ts';
import { allows, type Role, reachOf, roles } from './permissions.ts';
import { variantDefinitions } from './variants.ts';

/** A role that the variant does not have, as old data may, keeps its plain name. */
export const roleName = (role: Role, variant: Variant): string =>
  variantDefinitions[variant].roles[role] ?? plainNames[role] ?? variantDefinitions.standard.roles[role] ?? role;

const plainNames: Partial<Record<Role, string>> = { basic: 'Basic', pool_holder: 'Pool holder' };

/** From the highest to the lowest. */
export const rolesOf = (variant: Variant): Role[] => roles.filter((role) => role in variantDefinitions[variant].roles);

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
