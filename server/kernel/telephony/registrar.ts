// Registration with the carriers (A2P 10DLC), as areas see it. Every call may be repeated, and rejects with
// TelephonyRefused or TelephonyUnavailable.

export interface BrandFacts {
  /** Names the company at the carrier, as all companies share one account there. */
  owner: string;
  legalName: string;
  /** Nine digits. */
  ein: string;
  businessType: 'corporation' | 'llc' | 'partnership' | 'cooperative' | 'non_profit';
  companyType: 'private' | 'public' | 'non_profit';
  /** Of a publicly traded company. */
  stock: { ticker: string; exchange: string } | null;
  industry: string;
  website: string;
  address: { street: string; city: string; state: string; zip: string };
  contact: { firstName: string; lastName: string; title: string; position: string; email: string; phone: string };
  /** Few texts: cheaper, and without a trust score. */
  lowVolume: boolean;
}

export interface CampaignFacts {
  owner: string;
  useCase: string;
  description: string;
  messageFlow: string;
  samples: string[];
  optIn: string;
  optOut: string;
  help: string;
  hasLinks: boolean;
  hasPhones: boolean;
}

/** The carrier's names of what was made so far. */
export type Made = Partial<
  Record<
    'profile' | 'business' | 'contact' | 'address' | 'document' | 'product' | 'facts' | 'sent' | 'brand' | 'service' | 'campaign',
    string
  >
>;

/** Called after each thing that was made, so that a repeated call goes on behind it. */
export type Keep = (made: Made) => Promise<void>;

export interface RegistrarProblem {
  code: string;
  text: string;
  /** The carrier's names of the fields. */
  fields: string[];
}

export interface RegistrarAnswer {
  state: 'pending' | 'approved' | 'failed' | 'suspended';
  problems: RegistrarProblem[];
}

export interface Registrar {
  /** Sends what is missing, and answers how it stands. `trustScore`: 1 to 100; null: none yet. */
  advanceBrand(brand: BrandFacts, made: Made, keep: Keep): Promise<RegistrarAnswer & { trustScore: number | null }>;
  /** Sends a refused brand again, with other facts. */
  correctBrand(brand: BrandFacts, made: Made): Promise<void>;
  advanceCampaign(campaign: CampaignFacts, made: Made, keep: Keep): Promise<RegistrarAnswer>;
  /** A refused campaign goes, so that another one can take its place. */
  withdrawCampaign(made: Made): Promise<void>;
  /** A number of ours joins the campaign. */
  addNumber(made: Made, numberId: string): Promise<void>;
}
