// Sends a template or a campaign to everything selected, now or later: first what and when, then a review of
// who gets it, and of the mail.
import { Checkbox, SegmentedControl, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listReadyEmails } from '#contract/emails.ts';
import { listSends, mailGroup, sendBroadcastEmail } from '#contract/sends.ts';
import { FormLayout } from '#ui/FormLayout.tsx';
import { momentAt } from '#ui/moments.ts';
import { Typeahead } from '#ui/Typeahead.tsx';
import { CampaignPicker, type ReadyCampaign } from '#web/areas/messaging/templates/CampaignPicker.tsx';
import { type ChosenMail, ContactMailReview } from './ContactMailReview.tsx';
import { ContactSelectionDialog, type OnSelection } from './ContactSelectionDialog.tsx';
import { toContract } from './contacts.selection.ts';
import { NameChoice, PurposeChoice, sendChoices, WhenChoice, whenOf, wrongMoment } from './SendChoices.tsx';

export function ContactMailDialog(about: OnSelection) {
  const { selection, scope, onClose, onDone } = about;
  const { timezone, can, features } = useMe();
  const navigate = useNavigate();
  const [q, setQ] = useState('');
  const [template, setTemplate] = useState<{ value: string; label: string; hint?: string } | null>(null);
  const [reviews, setReviews] = useState(false);
  const templates = useQuery({ ...queryOf(listReadyEmails, { query: { q } }), placeholderData: keepPreviousData });
  const form = useForm({
    initialValues: {
      what: 'template',
      email_id: null as string | null,
      campaign: null as ReadyCampaign | null,
      ...sendChoices,
      track_clicks: false,
    },
    validate: {
      email_id: (id, { what }) => what === 'template' && id === null && 'Choose a template',
      campaign: (campaign, { what }) => what === 'campaign' && campaign === null && 'Choose a campaign',
      at: (_, values) => wrongMoment(timezone, values),
    },
  });
  const { what, from, when, email_id, campaign } = form.getValues();
  const mail: ChosenMail | null =
    what === 'campaign' ? campaign && { campaignId: campaign.id } : email_id === null ? null : { emailId: Number(email_id) };
  /** A campaign has its own. */
  const purpose = what === 'campaign' && campaign ? campaign.category : form.getValues().purpose;
  const options = {
    form: true,
    handles: ['mail.not_configured'] as const,
    invalidates: [listSends],
    onDone: ({ id }: { id: number }) => {
      onClose();
      onDone();
      void navigate({ to: '/mailings/$id', params: { id: String(id) } });
    },
  };
  const group = useSend(mailGroup, options);
  const broadcast = useSend(sendBroadcastEmail, options);
  const chosen = from === 'company' ? broadcast : group;

  const send = form.onSubmit(({ track_clicks, ...values }) => {
    if (!mail) return;
    const body = {
      ...toContract(selection, scope),
      ...('campaignId' in mail ? { email_campaign_trigger_id: mail.campaignId } : { email_id: mail.emailId }),
      purpose,
      track_clicks,
      ...whenOf(timezone, values),
    };
    chosen.mutate(
      { body },
      {
        onError(refused) {
          if (!isRefused(refused, 'invalid')) return;
          const { send_at, email_campaign_trigger_id, ...others } = refused.fieldErrors;
          form.setErrors({ ...others, at: send_at, campaign: email_campaign_trigger_id });
          setReviews(false);
        },
      },
    );
  });

  if (reviews && mail)
    return (
      <ContactSelectionDialog verb="Mail" about={about} size="lg">
        <ContactMailReview
          mail={mail}
          asked={{
            ...toContract(selection, scope),
            channel: 'email',
            purpose,
            agent: from === 'company' ? 'owner' : 'me',
            ...(when === 'later' && { at: momentAt(timezone, form.getValues().at) }),
          }}
          submit={when === 'later' ? 'Plan the mailing' : 'Send the mailing'}
          busy={chosen.isPending}
          error={isRefused(chosen.error, 'mail.not_configured') && chosen.error.message}
          onBack={() => setReviews(false)}
          onSend={() => send()}
        />
      </ContactSelectionDialog>
    );
  return (
    <ContactSelectionDialog verb="Mail" about={about} size="lg">
      <FormLayout submit="Review" onCancel={onClose} onSubmit={form.onSubmit(() => setReviews(true))}>
        {features.campaigns && (
          <SegmentedControl
            aria-label="What to send"
            data={[
              { value: 'template', label: 'A template' },
              { value: 'campaign', label: 'A campaign' },
            ]}
            {...form.getInputProps('what')}
          />
        )}
        {what === 'campaign' ? (
          <>
            <CampaignPicker
              place="bulk"
              value={campaign}
              error={form.errors.campaign}
              onChange={(next) => form.setFieldValue('campaign', next)}
            />
            {campaign && (
              <Text size="sm">
                {campaign.description && `${campaign.description} `}
                {campaign.category === 'marketing'
                  ? 'It is marketing: those who opted out do not get it.'
                  : 'It is service: about what a client has already.'}
              </Text>
            )}
          </>
        ) : (
          <>
            <Typeahead
              label="Template"
              description={template?.hint && `Subject: ${template.hint}`}
              placeholder={
                templates.data?.data.length === 0 && q === ''
                  ? 'There is no template yet: add one under Admin, E-mails'
                  : 'Choose a template'
              }
              options={templates.data?.data.map(({ id, name, subject }) => ({ value: String(id), label: name, hint: subject }))}
              onSearch={setQ}
              value={template}
              onChange={(option) => {
                setTemplate(option);
                form.setFieldValue('email_id', option?.value ?? null);
              }}
              error={form.errors.email_id}
            />
            <PurposeChoice form={form} marketing="Those who opted out do not get it" />
          </>
        )}
        <Checkbox
          label="Count clicks on links"
          description="Links lead through the product first, and you see how many contacts followed one"
          {...form.getInputProps('track_clicks', { type: 'checkbox' })}
        />
        {can['messages.broadcast'] && <NameChoice form={form} />}
        <WhenChoice form={form} />
      </FormLayout>
    </ContactSelectionDialog>
  );
}
