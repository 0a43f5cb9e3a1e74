// A campaign's form: its message, its receivers, the time, and the screens that offer it.
import { Checkbox, MultiSelect, NumberInput, SegmentedControl, Select, Textarea, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import type { Campaign } from '#contract/campaigns.ts';
import { listCorporations } from '#contract/corporations.ts';
import { listReadyEmails } from '#contract/emails.ts';
import type { SendPurpose } from '#contract/sendLists.ts';
import { searchTags } from '#contract/tags.ts';
import { useStatuses } from '#web/areas/crm/reference/reference.api.ts';
import { TagPicker } from '#web/areas/crm/tags/TagPicker.tsx';
import { CampaignFile } from './CampaignFile.tsx';
import classes from './Campaigns.module.css';
import { CampaignText } from './CampaignText.tsx';
import { eventWords, hourWords, recurrenceWords } from './campaigns.labels.ts';
import type { Start, Written } from './campaigns.written.ts';

const optionsOf = <V extends string>(words: Record<V, string>) =>
  Object.entries<string>(words).map(([value, label]) => ({ value: value as V, label }));
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourWords(hour) }));

export function CampaignForm({
  value,
  campaign,
  errors,
  mayEdit,
  file,
  onFile,
  onChange,
}: {
  value: Written;
  campaign: Campaign | null;
  errors: Record<string, string>;
  mayEdit: boolean;
  /** To be attached when it is saved; null: the stored one is removed. */
  file: File | null | undefined;
  onFile: (file: File | null | undefined) => void;
  onChange: (next: Partial<Written>) => void;
}) {
  const { can } = useMe();
  const statuses = useStatuses();
  const templates = useQuery(queryOf(listReadyEmails, { query: {} })).data?.data ?? [];
  const known = [...templates, ...(campaign?.emails ?? []).filter(({ id }) => !templates.some((each) => each.id === id))];
  // A draft of an earlier version has none.
  const chosen = value.corporation_ids ?? [];
  const corporations = useQuery(queryOf(listCorporations, { query: {} })).data?.data ?? [];
  const offered = corporations.filter(({ id, sources }) => sources > 0 || chosen.includes(id));
  const type = value.trigger_type ?? 'mail';
  const isText = type === 'sms';
  const isStatus = value.start === 'day' && value.recurrence === 'while_status';
  const isEntered = value.start === 'event' && value.trigger === 'status_changed';
  return (
    <fieldset disabled={!mayEdit} className={`group ${classes.form}`} aria-label="Campaign">
      <section className={classes.part} aria-label="Message">
        <Title order={2} size="h4">
          Message
        </Title>
        <TextInput
          label="Name"
          maxLength={100}
          value={value.name}
          error={errors.name}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        <Textarea
          label="What it is for"
          autosize
          minRows={2}
          maxLength={500}
          value={value.description}
          error={errors.description}
          onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
        />
        <SegmentedControl
          aria-label="What it sends"
          data={[
            { value: 'mail', label: 'E-mails' },
            { value: 'sms', label: 'Texts' },
          ]}
          value={type}
          disabled={!mayEdit}
          onChange={(next) => onChange({ trigger_type: next as Written['trigger_type'] })}
        />
        {isText && <CampaignText value={value} campaign={campaign} errors={errors} onChange={onChange} />}
        {!isText && (
          <MultiSelect
            label="Templates"
            description="With several, each person gets the next one every time"
            placeholder={value.all_email_ids.length === 0 ? 'Choose a template' : ''}
            searchable
            clearable={false}
            maxValues={20}
            nothingFoundMessage="No template has this name: add one under Admin, E-mails"
            data={known.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={value.all_email_ids.map(String)}
            error={errors.all_email_ids}
            onChange={(ids) => onChange({ all_email_ids: ids.map(Number) })}
          />
        )}
        <Select
          label="Purpose"
          description={
            isText
              ? 'Marketing obeys more rules, and says how to opt out'
              : 'Marketing obeys more rules, and carries a link to refuse it'
          }
          allowDeselect={false}
          data={[
            { value: 'service', label: 'Service: about what a client has, or a greeting' },
            { value: 'marketing', label: 'Marketing: an offer or news' },
          ]}
          value={value.category}
          onChange={(category) => onChange({ category: (category ?? 'marketing') as SendPurpose })}
        />
        <CampaignFile
          label={isText ? 'Picture' : 'Attached file'}
          stored={campaign?.file ?? null}
          chosen={file}
          error={errors.file}
          onFile={onFile}
        />
        {(can['campaigns.approve'] || value.global) && (
          <Checkbox
            label="A campaign of the company"
            description="Everyone sees it; else only its owner and the people below"
            checked={value.global}
            onChange={({ currentTarget }) => onChange({ global: currentTarget.checked })}
          />
        )}
      </section>
      <section className={classes.part} aria-label="When, and recipients">
        <Title order={2} size="h4">
          When
        </Title>
        <SegmentedControl
          aria-label="What starts it"
          data={[
            { value: 'day', label: 'On a day' },
            { value: 'event', label: 'After an event' },
            { value: 'hand', label: 'By hand' },
          ]}
          value={value.start}
          disabled={!mayEdit}
          onChange={(start) => onChange({ start: start as Start })}
        />
        <Checkbox
          label="Offer it for a selection of contacts"
          description={`People then find it where they ${isText ? 'text' : 'mail'} several contacts`}
          checked={value.show_on_bulk}
          onChange={({ currentTarget }) => onChange({ show_on_bulk: currentTarget.checked })}
        />
        {!isText && (
          <Checkbox
            label="Offer it for a mail to one contact"
            checked={value.show_on_conversation ?? false}
            onChange={({ currentTarget }) => onChange({ show_on_conversation: currentTarget.checked })}
          />
        )}
        <Checkbox
          label="Offer it for the contact of an event"
          checked={value.show_on_event ?? false}
          onChange={({ currentTarget }) => onChange({ show_on_event: currentTarget.checked })}
        />
        {value.start === 'event' && (
          <Select
            label="Event"
            description="It is sent a minute or two later. Imports start nothing"
            allowDeselect={false}
            data={optionsOf(eventWords)}
            value={value.trigger}
            error={errors.trigger}
            onChange={(trigger) => trigger && onChange({ trigger: trigger as Written['trigger'] })}
          />
        )}
        {value.start === 'day' && (
          <>
            <Select
              label="Day"
              allowDeselect={false}
              data={optionsOf(recurrenceWords)}
              value={value.recurrence}
              error={errors.recurrence}
              onChange={(recurrence) => recurrence && onChange({ recurrence: recurrence as Written['recurrence'] })}
            />
            <div className={classes.pair}>
              <NumberInput
                label={isStatus ? 'Every so many days' : 'Days before'}
                min={isStatus ? 1 : 0}
                max={365}
                allowDecimal={false}
                allowNegative={false}
                value={value.days}
                error={errors.days}
                onChange={(days) => onChange({ days: Number(days) || 0 })}
              />
              <Select
                label="Hour"
                allowDeselect={false}
                data={hours}
                value={String(value.hour)}
                error={errors.hour}
                onChange={(hour) => onChange({ hour: Number(hour) })}
              />
              <Select
                label="By whose clock"
                allowDeselect={false}
                data={[
                  { value: 'recipient', label: 'The recipient’s' },
                  { value: 'company', label: 'The company’s' },
                ]}
                value={value.zone}
                onChange={(zone) => onChange({ zone: (zone ?? 'company') as Written['zone'] })}
              />
            </div>
          </>
        )}
        <Title order={2} size="h4">
          Recipients
        </Title>
        <MultiSelect
          label={isEntered ? 'Statuses that it changes to' : 'Statuses'}
          placeholder={value.status_ids.length === 0 ? (isStatus ? 'Choose at least one' : 'Any status') : ''}
          searchable
          data={statuses.map(({ id, title }) => ({ value: String(id), label: title }))}
          value={value.status_ids.map(String)}
          error={errors.status_ids}
          onChange={(ids) => onChange({ status_ids: ids.map(Number) })}
        />
        <MultiSelect
          label="From a source of one of these corporations"
          placeholder={chosen.length === 0 ? 'Any source' : ''}
          searchable
          nothingFoundMessage="No corporation has this name and a source"
          data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={chosen.map(String)}
          error={errors.corporation_ids}
          onChange={(ids) => onChange({ corporation_ids: ids.map(Number) })}
        />
        <Tags value={value.tags} error={errors.tags} onChange={(tags) => onChange({ tags })} />
      </section>
    </fieldset>
  );
}

function Tags({ value, error, onChange }: { value: number[]; error: string | undefined; onChange: (tags: number[]) => void }) {
  const chosen = useQuery({ ...queryOf(searchTags, { body: { ids: value } }), enabled: value.length > 0 });
  const tags = value.flatMap((id) => chosen.data?.data.find((tag) => tag.id === id) ?? []);
  return (
    <TagPicker
      label="With one of these tags"
      placeholder={value.length === 0 ? 'Any tags' : ''}
      canCreate={false}
      value={tags}
      error={error}
      onChange={(next) => onChange(next.map(({ id }) => id))}
    />
  );
}
