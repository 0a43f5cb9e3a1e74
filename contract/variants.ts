// A variant of the product as data: its name, its look, its roles and their names. contract/features.ts has its
// features, companies.starters.ts the lists with which a company begins.
import type { primaryColors, Variant } from './lookups.ts';
import type { Role } from './permissions.ts';

interface VariantDefinition {
  /** The product's name: on screens and at the foot of mails. */
  product: string;
  /** Browsers drop the state of an older version. */
  version: string;
  /** Of a new company. */
  color: (typeof primaryColors)[number];
  /** The mark's SVG path, in a square of 32. */
  mark: string;
  /** From the highest to the lowest; a role that is not named does not exist there. */
  roles: Partial<Record<Role, string>>;
}

const leading = { admin: 'System admin', sub_admin: 'Admin', bu_admin: 'Business unit admin', manager: 'Manager' };
const selling = {
  regional_manager: 'Regional manager',
  district_manager: 'District manager',
  field_manager: 'Field manager',
  telemarketer: 'Telemarketer',
  agent: 'Agent',
};

export const variantDefinitions: Record<Variant, VariantDefinition> = {
  standard: {
    product: 'Steward',
    version: '0.2.37',
    color: 'blue',
    mark: 'M16 6 26 16 16 26 6 16Z',
    roles: { ...leading, ...selling },
  },
  agency: {
    product: 'Steward Agency',
    version: '0.2.39',
    color: 'teal',
    mark: 'M16 6 26 12V20L16 26 6 20V12Z',
    roles: { ...leading, ...selling, basic: 'Basic' },
  },
  recruiting: {
    product: 'Steward Recruiting',
    version: '0.2.40',
    color: 'violet',
    mark: 'M16 7 26 25H6Z',
    roles: {
      admin: 'System admin',
      bu_admin: 'Business admin',
      manager: 'Lead recruiter',
      agent: 'Recruiter',
      pool_holder: 'Pool holder',
    },
  },
};
