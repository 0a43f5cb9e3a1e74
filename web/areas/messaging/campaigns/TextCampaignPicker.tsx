// Finds a text campaign that the user is offered here, by name.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '#app/queries.ts';
import { listReadyTextCampaigns } from '#contract/campaignTexts.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import { Typeahead } from '#ui/Typeahead.tsx';

export type ReadyText = AnswerOf<typeof listReadyTextCampaigns>['data'][number];

interface Picking {
  value: ReadyText | null;
  error?: React.ReactNode;
  onChange: (campaign: ReadyText | null) => void;
}

export function TextCampaignPicker({ value, error, onChange }: Picking) {
  const [q, setQ] = useState('');
  const campaigns = useQuery({ ...queryOf(listReadyTextCampaigns, { query: { q } }), placeholderData: keepPreviousData });
  const found = campaigns.data?.data;
  return (
    <Typeahead
      label="Campaign"
      placeholder={found?.length === 0 && q === '' ? 'No text campaign is offered here' : 'Choose a campaign'}
      clearable
      options={found?.map(optionOf)}
      onSearch={setQ}
      value={value && optionOf(value)}
      error={error}
      onChange={(option) => onChange(found?.find(({ id }) => String(id) === option?.value) ?? null)}
    />
  );
}

const optionOf = ({ id, name, body }: ReadyText) => ({ value: String(id), label: name, hint: body.slice(0, 80) });
