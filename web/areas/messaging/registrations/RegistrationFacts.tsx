// The registration at the carriers, read-only.
import { Title } from '@mantine/core';
import { formatPhone, normalPhone } from '#contract/kit/formats.ts';
import { businessTypes, companyTypes, industries, jobPositions, useCases } from '#contract/registrationLists.ts';
import type { TextRegistration } from '#contract/registrations.ts';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import classes from './Registrations.module.css';
import { fieldWords } from './registrations.labels.ts';

interface Props {
  registration: TextRegistration;
}

export const RegistrationFacts = ({ registration }: Props) => (
  <div className={classes.part}>
    <BrandFacts registration={registration} />
    <CampaignFacts registration={registration} />
  </div>
);

export function BrandFacts({ registration: { brand, ein_end } }: Props) {
  const { street, city, state, zip_code, first_name, last_name, title, position, email, phone } = brand;
  const word = (field: keyof typeof brand) => fieldWords[`brand.${field}`] ?? '';
  return (
    <section className={classes.part} aria-labelledby="registered-brand">
      <Title order={2} size="h4" id="registered-brand">
        Who you are
      </Title>
      <KeyValueList
        facts={[
          [word('legal_name'), brand.legal_name],
          [fieldWords.ein ?? '', ein_end && `Ends in ${ein_end}`],
          [word('business_type'), businessTypes[brand.business_type]],
          [word('company_type'), companyTypes[brand.company_type]],
          [word('stock_ticker'), brand.stock_ticker],
          [word('industry'), industries[brand.industry]],
          [word('website'), brand.website],
          ['Address', [street, city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')],
          ['Contact person', [`${first_name} ${last_name}`.trim(), title, jobPositions[position]].filter(Boolean).join(', ')],
          [word('email'), email],
          [word('phone'), formatPhone(normalPhone(phone) || phone)],
        ]}
      />
    </section>
  );
}

function CampaignFacts({ registration: { campaign } }: Props) {
  const word = (field: keyof typeof campaign) => fieldWords[`campaign.${field}`] ?? '';
  const text = (said: string) => said && <span className={classes.text}>{said}</span>;
  return (
    <section className={classes.part} aria-labelledby="registered-campaign">
      <Title order={2} size="h4" id="registered-campaign">
        What you text
      </Title>
      <KeyValueList
        facts={[
          [word('use_case'), useCases[campaign.use_case]],
          [word('description'), text(campaign.description)],
          [word('message_flow'), text(campaign.message_flow)],
          ...campaign.samples.map((sample, place) => [`Example ${place + 1}`, text(sample)] as const),
          [word('opt_in'), text(campaign.opt_in)],
          [word('opt_out'), text(campaign.opt_out)],
          [word('help'), text(campaign.help)],
          [word('has_links'), campaign.has_links ? 'Yes' : 'No'],
          [word('has_phones'), campaign.has_phones ? 'Yes' : 'No'],
        ]}
      />
    </section>
  );
}
