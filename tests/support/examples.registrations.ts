// Examples of the calls about the registration with carriers.
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type * as registrations from '#contract/registrations.ts';
import type { Sent } from './server.ts';

type RegistrationCalls = {
  [Name in keyof typeof registrations as (typeof registrations)[Name] extends Endpoint ? Name : never]: Sent<
    (typeof registrations)[Name] & Endpoint
  >;
};

/** A valid registration. The tax number ends in the trust score of the demo's carrier. */
export const aRegistration = {
  version: 1,
  ein: '12-3456762',
  brand: {
    legal_name: 'Harbor Benefits LLC',
    business_type: 'llc',
    company_type: 'private',
    industry: 'INSURANCE',
    website: 'https://harbor.example.com',
    street: '1 Harbor Street',
    city: 'Miami',
    state: 'FL',
    zip_code: '33101',
    first_name: 'Ana',
    last_name: 'Reyes',
    title: 'Owner',
    position: 'CEO',
    email: 'ana@harbor.example.com',
    phone: '(305) 555-0100',
  },
  campaign: {
    use_case: 'MIXED',
    description: 'Agents write to clients and to people who asked for a quote: about appointments, policies and open questions.',
    message_flow: 'People tick a box below the form at harbor.example.com/quote, with the words that we show beside it.',
    samples: [
      'Hi Rosa, this is Ana of Harbor Benefits. Is Tuesday at 10 good for your review? Reply STOP to opt out.',
      'Hi Tom, your new card is in the mail. Questions? Call us at (305) 555-0100. Reply STOP to opt out.',
    ],
    opt_in: 'Harbor Benefits: you get our texts. Reply HELP for help, STOP to opt out.',
    opt_out: 'Harbor Benefits: you get no more texts from us. Reply START to begin again.',
    help: 'Harbor Benefits: call (305) 555-0100 or write to help@harbor.example.com.',
    has_links: false,
    has_phones: true,
  },
} as const;

export const registrationCalls: RegistrationCalls = {
  getTextRegistration: {},
  saveTextRegistration: {
    body: { ...aRegistration, campaign: { ...aRegistration.campaign, samples: [...aRegistration.campaign.samples] } },
  },
  submitTextRegistration: { body: { version: 1 } },
};
