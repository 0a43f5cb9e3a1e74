// Texts everything selected, now or later: own words, a template or a campaign; then a review of who gets it and
// what it costs.
import { SegmentedControl, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { sendBroadcastText, sendTextGroup } from '#contract/groupTexts.ts';
import { listSends } from '#contract/sends.ts';
import { FormLayout } from '#ui/FormLayout.tsx';
import { momentAt } from '#ui/moments.ts';
import { type ReadyText, TextCampaignPicker } from '#web/areas/messaging/campaigns/TextCampaignPicker.tsx';
import { TextField, TextSizeWords, wrongInText } from '#web/areas/messaging/templates/TextField.tsx';
import { TextTemplatePicker } from '#web/areas/messaging/templates/TextTemplatePicker.tsx';
import { ContactSelectionDialog, type OnSelection } from './ContactSelectionDialog.tsx';
import { ContactTextReview } from './ContactTextReview.tsx';
import { toContract } from './contacts.selection.ts';
import { NameChoice, PurposeChoice, sendChoices, WhenChoice, whenOf, wrongMoment } from './SendChoices.tsx';

export function ContactTextDialog(about: OnSelection) {
  const { selection, scope, onClose, onDone } = about;
  const { timezone, can, features } = useMe();
  const navigate = useNavigate();
  const [reviews, setReviews] = useState(false);
  const form = useForm({
    initialValues: {
      what: 'words',
      words: '',
      campaign: null as ReadyText | null,
      ...sendChoices,
    },
    validate: {
      words: (words, { what }) => what === 'words' && (wrongInText(words) ?? (words.trim() === '' ? 'Write the text' : null)),
      campaign: (campaign, { what }) => what === 'campaign' && campaign === null && 'Choose a campaign',
      at: (_, values) => wrongMoment(timezone, values),
    },
  });
  const { what, words, from, when, at, campaign } = form.getValues();
  /** A campaign has its own. */
  const purpose = what === 'campaign' && campaign ? campaign.category : form.getValues().purpose;
  const text =
    what === 'words'
      ? { message_content: words.trim() }
      : campaign && campaign.recurrence !== 'none'
        ? { recurrence_campaign_trigger_id: campaign.id }
        : { campaign_trigger_id: campaign?.id ?? 0 };
  const options = {
    form: true,
    handles: ['phones.not_configured', 'texts.no_number', 'texts.no_plan'] as const,
    invalidates: [listSends],
    onDone: ({ id }: { id: number }) => {
      onClose();
      onDone();
      void navigate({ to: '/mailings/$id', params: { id: String(id) } });
    },
  };
  const group = useSend(sendTextGroup, options);
  const broadcast = useSend(sendBroadcastText, options);
  const chosen = from === 'company' ? broadcast : group;
  const send = form.onSubmit(() =>
    chosen.mutate(
      {
        body: {
          ...toContract(selection, scope),
          ...text,
          purpose,
          ...whenOf(timezone, form.getValues()),
        },
      },
      {
        onError(refused) {
          if (!isRefused(refused, 'invalid')) return;
          const { send_at, message_content, ...others } = refused.fieldErrors;
          form.setErrors({
            ...others,
            at: send_at,
            words: message_content,
            campaign: others.campaign_trigger_id ?? others.recurrence_campaign_trigger_id,
          });
          setReviews(false);
        },
      },
    ),
  );

  if (reviews)
    return (
      <ContactSelectionDialog verb="Text" about={about} size="lg">
        <ContactTextReview
          text={text}
          asked={{
            ...toContract(selection, scope),
            channel: 'text',
            purpose,
            agent: from === 'company' ? 'owner' : 'me',
            ...(when === 'later' && { at: momentAt(timezone, at) }),
          }}
          submit={when === 'later' ? 'Plan the texts' : 'Send the texts'}
          busy={chosen.isPending}
          error={isRefused(chosen.error, 'phones.not_configured', 'texts.no_number', 'texts.no_plan') && chosen.error.message}
          onBack={() => setReviews(false)}
          onSend={() => send()}
        />
      </ContactSelectionDialog>
    );
  return (
    <ContactSelectionDialog verb="Text" about={about} size="lg">
      <FormLayout submit="Review" onCancel={onClose} onSubmit={form.onSubmit(() => setReviews(true))}>
        {features.campaigns && (
          <SegmentedControl
            aria-label="What to send"
            data={[
              { value: 'words', label: 'A text' },
              { value: 'campaign', label: 'A campaign' },
            ]}
            {...form.getInputProps('what')}
          />
        )}
        {what === 'campaign' ? (
          <>
            <TextCampaignPicker
              value={campaign}
              error={form.errors.campaign}
              onChange={(next) => form.setFieldValue('campaign', next)}
            />
            {campaign && (
              <div>
                <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
                  {campaign.body}
                </Text>
                <TextSizeWords words={campaign.body} purpose={campaign.category} hasPicture={campaign.has_picture} />
              </div>
            )}
          </>
        ) : (
          <>
            <TextTemplatePicker onPick={({ body }) => form.setFieldValue('words', body)} />
            <TextField
              label="Text"
              value={words}
              purpose={purpose}
              error={form.errors.words}
              onChange={(next) => form.setFieldValue('words', next)}
            />
            <PurposeChoice form={form} marketing="Only those who agreed to it get it" />
          </>
        )}
        {can['messages.broadcast'] && <NameChoice form={form} />}
        <WhenChoice form={form} />
      </FormLayout>
    </ContactSelectionDialog>
  );
}
