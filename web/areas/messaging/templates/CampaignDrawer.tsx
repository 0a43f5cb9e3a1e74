// Sends a campaign to one contact, from the composer of mails: its text stands, so there is nothing to write.
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '#app/api.ts';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { getContact } from '#contract/contacts.ts';
import { listEmailLogs } from '#contract/emailLogs.ts';
import { listSends, mailGroup } from '#contract/sends.ts';
import { FormError } from '#ui/FormError.tsx';
import { CampaignMail, useCampaignMail } from './CampaignMail.tsx';
import { CampaignPicker, type ReadyCampaign } from './CampaignPicker.tsx';
import classes from './MailDrawer.module.css';
import type { MailAsk } from './mail.ask.ts';

interface Asked {
  contact: MailAsk;
  campaign: ReadyCampaign;
  onCampaign: (campaign: ReadyCampaign | null) => void;
  onDone: () => void;
}

export function CampaignDrawer({ contact, campaign, onCampaign, onDone }: Asked) {
  const [refused, setRefused] = useState('');
  const shown = { id: campaign.id, signed: true, contact };
  const preview = useCampaignMail(shown);
  const refusal = preview.data?.refusal;
  const send = useSend(mailGroup, {
    form: true,
    invalidates: [getContact, listContactTimeline, listEmailLogs, listSends],
    onDone() {
      onDone();
      notice.done(`${campaign.name} is on its way to ${contact.name || 'this contact'}`);
    },
  });
  const onError = (error: Error) => error instanceof ApiError && setRefused(Object.values(error.fieldErrors)[0] ?? '');
  return (
    <>
      <div className={classes.columns}>
        <div className={classes.fields}>
          <FormError>{refused}</FormError>
          <CampaignPicker place={contact.place ?? 'conversation'} value={campaign} onChange={onCampaign} />
          {campaign.description && <Text size="sm">{campaign.description}</Text>}
          <Text size="sm" c="dimmed">
            {campaign.category === 'service'
              ? 'It is service: about what the contact has already.'
              : 'It is marketing. It carries a link to refuse such mail.'}{' '}
            Its text was approved, so it goes out as it is.
          </Text>
        </div>
        <CampaignMail {...shown} />
      </div>
      <footer className={classes.foot}>
        <Button variant="default" onClick={() => onCampaign(null)}>
          Write a mail instead
        </Button>
        <Button
          disabled={!preview.data || (refusal !== null && refusal?.until === null)}
          loading={send.isPending}
          onClick={() =>
            send.mutate(
              {
                body: { ids: [contact.id], email_campaign_trigger_id: campaign.id, purpose: campaign.category },
              },
              { onError },
            )
          }
        >
          Send the campaign
        </Button>
      </footer>
    </>
  );
}
