// What roles are called, by the variant of the company's product.
import type { Variant } from '#contract/lookups.ts';
import type { Role } from '#contract/permissions.ts';

const words: Record<Role, string> = {
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
const inRecruiting: Partial<Record<Role, string>> = { manager: 'Lead recruiter', agent: 'Recruiter' };

export const roleWord = (role: Role, variant: Variant): string =>
  (variant === 'recruiting' ? inRecruiting[role] : undefined) ?? words[role];
