import type { RegistrationState } from '#contract/registrationLists.ts';
import type { Tone } from '#ui/Dot.tsx';

export const stateWords: Record<RegistrationState, { title: string; color: Tone }> = {
  draft: { title: 'Not sent yet', color: 'gray' },
  pending: { title: 'The carriers look at it', color: 'blue' },
  approved: { title: 'Registered', color: 'green' },
  failed: { title: 'Refused', color: 'red' },
  suspended: { title: 'Suspended', color: 'red' },
};

/** Shown where texts are sent, while none leave. */
export const noticeWords: Record<Exclude<RegistrationState, 'approved'>, string> = {
  draft: 'No texts leave yet: the company is not registered with the carriers.',
  pending: 'No texts leave yet: the carriers are looking at the company’s registration.',
  failed: 'No texts leave: the carriers refused the company’s registration.',
  suspended: 'No texts leave: the carriers suspended the company’s registration.',
};

/** Fields of the form by their path. */
export const fieldWords: Record<string, string> = {
  ein: 'Tax number (EIN)',
  'brand.legal_name': 'Legal name',
  'brand.business_type': 'Legal form',
  'brand.company_type': 'Kind of company',
  'brand.stock_ticker': 'Ticker',
  'brand.stock_exchange': 'Exchange',
  'brand.industry': 'Field',
  'brand.website': 'Web site',
  'brand.street': 'Street',
  'brand.city': 'City',
  'brand.state': 'State',
  'brand.zip_code': 'ZIP code',
  'brand.first_name': 'First name',
  'brand.last_name': 'Last name',
  'brand.title': 'Title',
  'brand.position': 'Position',
  'brand.email': 'E-mail',
  'brand.phone': 'Phone',
  'campaign.use_case': 'What the texts are for',
  'campaign.description': 'Description',
  'campaign.message_flow': 'How people agree to texts',
  'campaign.samples': 'Examples',
  'campaign.opt_in': 'Answer to START',
  'campaign.opt_out': 'Answer to STOP',
  'campaign.help': 'Answer to HELP',
  'campaign.has_links': 'Texts have links',
  'campaign.has_phones': 'Texts have phone numbers',
};
