// Titles that users may choose, by variant. Stored as words, as an administrator may give a user any title.
import type { Variant } from './lookups.ts';

const everywhere = {
  representative: 'Representative',
  advisor: 'Advisor',
};

const selling = {
  ...everywhere,
  insurance_agent: 'Insurance agent',
  licensed_insurance_agent: 'Licensed insurance agent',
  retirement_specialist: 'Retirement specialist',
  funeral_planner: 'Funeral planner',
  funeral_director: 'Funeral director',
  field_manager: 'Field manager',
  district_manager: 'District manager',
  regional_sales_manager: 'Regional sales manager',
};

/** Names as in the spec, with the words that are stored and shown. */
export const titlesOf: Record<Variant, Readonly<Record<string, string>>> = {
  standard: selling,
  agency: { ...selling, agency_sales_manager: 'Agency sales manager' },
  recruiting: {
    ...everywhere,
    recruiter: 'Recruiter',
    lead_recruiter: 'Lead recruiter',
    recruiting_manager: 'Recruiting manager',
  },
};
