// Finds a campaign that the user is offered here, by name.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '#app/queries.ts';
import type { CampaignPlace } from '#contract/campaignLists.ts';
import { listReadyCampaigns } from '#contract/campaigns.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import { Typeahead } from '#ui/Typeahead.tsx';

export type ReadyCampaign = AnswerOf<typeof listReadyCampaigns>['data'][number];

interface Picking {
  place: CampaignPlace;
  value: ReadyCampaign | null;
  error?: React.ReactNode;
  onChange: (campaign: ReadyCampaign | null) => void;
}

export function CampaignPicker({ place, value, error, onChange }: Picking) {
  const [q, setQ] = useState('');
  const campaigns = useQuery({ ...queryOf(listReadyCampaigns, { query: { q, place } }), placeholderData: keepPreviousData });
  const found = campaigns.data?.data;
  return (
    <Typeahead
      label="Campaign"
      description={value && `Subject: ${value.subject}`}
      placeholder={found?.length === 0 && q === '' ? 'No campaign is offered here' : 'Choose a campaign'}
      clearable
      options={found?.map(optionOf)}
      onSearch={setQ}
      value={value && optionOf(value)}
      error={error}
      onChange={(option) => onChange(found?.find(({ id }) => String(id) === option?.value) ?? null)}
    />
  );
}

const optionOf = ({ id, name, subject }: ReadyCampaign) => ({ value: String(id), label: name, hint: subject });
