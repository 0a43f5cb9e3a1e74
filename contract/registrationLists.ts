// Words of the registration with carriers, for the browser too. Keys in capitals are the carrier's own.

export const registrationStates = ['draft', 'pending', 'approved', 'failed', 'suspended'] as const;
export type RegistrationState = (typeof registrationStates)[number];

/** `brand`: who the company is. `campaign`: what it texts. */
export const registrationParts = ['brand', 'campaign'] as const;

export const businessTypes = {
  corporation: 'Corporation',
  llc: 'Limited liability company',
  partnership: 'Partnership',
  cooperative: 'Cooperative',
  non_profit: 'Non-profit corporation',
} as const;
export const businessTypeNames = Object.keys(businessTypes) as [keyof typeof businessTypes, ...(keyof typeof businessTypes)[]];

export const companyTypes = { private: 'Private', public: 'Publicly traded', non_profit: 'Non-profit' } as const;
export const companyTypeNames = Object.keys(companyTypes) as [keyof typeof companyTypes, ...(keyof typeof companyTypes)[]];

export const industries = {
  INSURANCE: 'Insurance',
  FINANCIAL: 'Financial services',
  PROFESSIONAL_SERVICES: 'Professional services',
  HEALTHCARE: 'Health care',
} as const;
export const industryNames = Object.keys(industries) as [keyof typeof industries, ...(keyof typeof industries)[]];

export const jobPositions = {
  CEO: 'CEO',
  CFO: 'CFO',
  VP: 'Vice president',
  Director: 'Director',
  GM: 'General manager',
  'General Counsel': 'General counsel',
  Other: 'Another position',
} as const;
export const jobPositionNames = Object.keys(jobPositions) as [keyof typeof jobPositions, ...(keyof typeof jobPositions)[]];

export const useCases = {
  LOW_VOLUME: 'Few texts, at most 2,000 a day',
  MIXED: 'Several purposes',
  MARKETING: 'Marketing',
  CUSTOMER_CARE: 'Service of clients',
  ACCOUNT_NOTIFICATION: 'Notices about policies and accounts',
} as const;
export const useCaseNames = Object.keys(useCases) as [keyof typeof useCases, ...(keyof typeof useCases)[]];

/** The carriers' minimum and maximum length of each text, in characters. */
export const textLimits = {
  description: [40, 4096],
  message_flow: [40, 2048],
  sample: [20, 1024],
  reply: [20, 320],
} as const;
export const sampleLimits = { least: 2, most: 5 };
