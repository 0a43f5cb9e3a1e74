// A text campaign's messages: its own words, then those of others; and a test of it.
import { Checkbox, MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#app/queries.ts';
import { type Campaign, listCampaignTriggers } from '#contract/campaigns.ts';
import { TextField } from '#web/areas/messaging/templates/TextField.tsx';
import { TextTemplatePicker } from '#web/areas/messaging/templates/TextTemplatePicker.tsx';
import type { Written } from './campaigns.written.ts';
import { TextTest } from './TextTest.tsx';

interface Texting {
  value: Written;
  campaign: Campaign | null;
  errors: Record<string, string>;
  onChange: (next: Partial<Written>) => void;
}

export function CampaignText({ value, campaign, errors, onChange }: Texting) {
  const texts = useQuery(queryOf(listCampaignTriggers, { query: { trigger_type: 'sms', all: true, limit: 100 } }));
  const others = (texts.data?.data ?? []).filter(({ id }) => id !== campaign?.id);
  const { body = '', all_sms_trigger_ids = [], category, stop_on_reply = false } = value; // a draft of an earlier version has none
  return (
    <>
      <TextTemplatePicker onPick={(template) => onChange({ body: template.body })} />
      <TextField
        label="Text"
        value={body}
        purpose={category}
        hasPicture={campaign?.file != null}
        error={errors.body}
        onChange={(next) => onChange({ body: next })}
      />
      <MultiSelect
        label="Then the texts of these campaigns"
        description="With several, each person gets the next one every time"
        searchable
        maxValues={20}
        nothingFoundMessage="There is no other text campaign"
        data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={all_sms_trigger_ids.map(String)}
        error={errors.all_sms_trigger_ids}
        onChange={(ids) => onChange({ all_sms_trigger_ids: ids.map(Number) })}
      />
      <Checkbox
        label="An answer ends it"
        description="What still waits for a contact who answers is cancelled"
        checked={stop_on_reply}
        onChange={({ currentTarget }) => onChange({ stop_on_reply: currentTarget.checked })}
      />
      <TextTest text={{ message_content: body }} disabled={body.trim() === ''} />
    </>
  );
}
