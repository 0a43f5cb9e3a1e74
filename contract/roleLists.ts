// The roles, from the highest to the lowest. Apart from what they may do: the first script of the browser needs only these.
export const roles = [
  'admin',
  'sub_admin',
  'bu_admin',
  'manager',
  'regional_manager',
  'district_manager',
  'field_manager',
  'telemarketer',
  'agent',
  'basic',
  'pool_holder',
] as const;
export type Role = (typeof roles)[number];
