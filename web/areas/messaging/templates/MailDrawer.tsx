// Writes a mail to one contact: from a template or by hand, previewed as it will arrive, tried out, sent.
import { Button, Checkbox, CloseButton, SegmentedControl, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { ApiError } from '#app/api.ts';
import { restoreDrafts, useDraft } from '#app/drafts.ts';
import { notice } from '#app/notices.tsx';
import { queryClient, queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { getContact } from '#contract/contacts.ts';
import { listEmailLogs } from '#contract/emailLogs.ts';
import { sendTestEmail } from '#contract/emailSignatures.ts';
import { createEmail, listEmails, listReadyEmails } from '#contract/emails.ts';
import { isEmptyMail } from '#contract/kit/mailDoc.ts';
import type { SendPurpose } from '#contract/sendLists.ts';
import { reasonWords } from '#contract/sendReasons.ts';
import { listMessages, sendEmail } from '#contract/sends.ts';
import { Drawer } from '#ui/Drawer.tsx';
import { FormError } from '#ui/FormError.tsx';
import { later } from '#ui/later.ts';
import { CampaignPicker, type ReadyCampaign } from './CampaignPicker.tsx';
import classes from './MailDrawer.module.css';
import { MailFields, type WrittenMail, wrongIn } from './MailFields.tsx';
import { MailPreview } from './MailPreview.tsx';
import { type MailAsk, mailAsked } from './mail.ask.ts';
import { TemplatePicker } from './TemplatePicker.tsx';

const SignatureDialog = later(() => import('./SignatureDialog.tsx').then((module) => module.SignatureDialog));
const CampaignDrawer = later(() => import('./CampaignDrawer.tsx').then((module) => module.CampaignDrawer));

const close = () => mailAsked.set(null);

export function MailDrawer() {
  const asked = mailAsked.use();
  return asked && <Composer key={asked.id} contact={asked} />;
}

interface Written extends WrittenMail {
  /** Marketing obeys more rules, and carries a link to refuse it. */
  purpose: SendPurpose;
  countsClicks: boolean;
}

function Composer({ contact }: { contact: MailAsk }) {
  const { can, features } = useMe();
  const [campaign, setCampaign] = useState<ReadyCampaign | null>(null);
  const draft = `mail:${contact.id}`;
  const [blank] = useState<Written>(() => ({
    subject: '',
    doc: { type: 'doc', content: [{ type: 'paragraph' }] },
    attachments: [],
    purpose: 'service',
    countsClicks: false,
  }));
  const { value, keep, drop, isKept } = useDraft<Written>(draft, blank);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [signing, setSigning] = useState(false);
  const name = contact.name || 'this contact';
  const wrong = wrongIn(value);
  const isReady = Object.keys(wrong).length === 0 && value.subject.trim() !== '' && !isEmptyMail(value.doc);
  const change = (next: Partial<Written>) => {
    setRefused({});
    keep({ ...value, ...next });
  };
  const onError = (error: Error) => {
    if (error instanceof ApiError) setRefused(error.fieldErrors);
  };
  const send = useSend(sendEmail, {
    form: true,
    invalidates: [getContact, listContactTimeline, listEmailLogs, listReadyEmails],
    onDone({ id, counts }) {
      if (counts.blocked > 0) return void sayWhy(id);
      drop();
      close();
      notice.done(`The mail to ${name} is on its way`);
    },
  });
  const sayWhy = async (id: number) => {
    const { data } = await queryClient.fetchQuery(queryOf(listMessages, { params: { id }, query: { limit: 1 } }));
    const why = reasonWords(data[0]?.reason ?? null) || 'The compliance rules do not allow it now';
    setRefused({ ids: `The mail was not sent: ${why.charAt(0).toLowerCase()}${why.slice(1)}.` });
  };
  const test = useSend(sendTestEmail, {
    form: true,
    onDone: ({ address }) => notice.done(`Sent a test to ${address}`),
  });
  const store = useSend(createEmail, {
    form: true,
    invalidates: [listEmails, listReadyEmails],
    onDone: (email) => notice.done(`Saved the template ${email.name}`),
  });
  const { subject, doc, purpose = 'service', countsClicks = false } = value; // a draft of an earlier version has none
  const mail = { subject, doc, attachments: value.attachments.map(({ id }) => id) };
  const discard = () => {
    drop();
    close();
    if (isKept) notice.done(`Discarded the mail to ${name}`, () => restoreDrafts([[draft, value]]));
  };

  return (
    <Drawer opened onClose={close} label={`E-mail to ${name}`} size="72rem" position="right" bodyClass={classes.drawer}>
      <header className={classes.head}>
        <Title order={2} size="h3">
          E-mail to {name}
        </Title>
        <CloseButton onClick={close} aria-label="Close" />
      </header>
      {campaign ? (
        <Suspense>
          <CampaignDrawer contact={contact} campaign={campaign} onCampaign={setCampaign} onDone={close} />
        </Suspense>
      ) : (
        <>
          <div className={classes.columns}>
            <div className={classes.fields}>
              <FormError>{refused.ids ?? refused.email_body ?? refused.contact_id}</FormError>
              <TemplatePicker
                onPick={(email) => {
                  if (isKept) notice.done(`Took the template ${email.name}`, () => restoreDrafts([[draft, value]]));
                  change({ subject: email.subject, doc: email.doc, attachments: email.attachments });
                }}
              />
              {features.campaigns && can['messages.group'] && (
                <CampaignPicker place={contact.place ?? 'conversation'} value={null} onChange={setCampaign} />
              )}
              <MailFields value={value} errors={{ ...wrong, ...refused }} onChange={change} />
              <div>
                <Text size="sm" fw={500} mb={4}>
                  Purpose
                </Text>
                <SegmentedControl
                  aria-label="Purpose"
                  data={[
                    { value: 'service', label: 'Service' },
                    { value: 'marketing', label: 'Marketing' },
                  ]}
                  value={purpose}
                  onChange={(next) => change({ purpose: next as SendPurpose })}
                />
                <Text c="dimmed" size="sm" mt={4}>
                  {purpose === 'service'
                    ? 'About what the contact has already, or an answer.'
                    : 'An offer or news. It carries a link to refuse such mail.'}
                </Text>
              </div>
              <Checkbox
                label="Count clicks on links"
                description="Links lead through the product first"
                checked={countsClicks}
                onChange={(event) => change({ countsClicks: event.currentTarget.checked })}
              />
              <div className={classes.also}>
                <Button variant="subtle" size="compact-sm" onClick={() => setSigning(true)}>
                  Your signature
                </Button>
                {can['emails.update'] && (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    onClick={close}
                    renderRoot={(props) => <Link to="/admin/emails" {...props} />}
                  >
                    Your templates
                  </Button>
                )}
                {can['emails.update'] && (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    disabled={!isReady}
                    loading={store.isPending}
                    onClick={() => store.mutate({ body: { ...mail, name: subject.slice(0, 100) } }, { onError })}
                  >
                    Save as a template
                  </Button>
                )}
              </div>
            </div>
            <MailPreview mail={value} contact={contact} purpose={purpose} />
          </div>
          <footer className={classes.foot}>
            <Button
              className={classes.apart ?? ''}
              variant="default"
              disabled={!isReady}
              loading={test.isPending}
              onClick={() => test.mutate({ body: { ...mail, contact_id: contact.id } }, { onError })}
            >
              Send me a test
            </Button>
            <Button variant="default" onClick={discard}>
              Discard
            </Button>
            <Button
              disabled={!isReady}
              loading={send.isPending}
              onClick={() =>
                send.mutate(
                  {
                    body: {
                      ids: [contact.id],
                      subject,
                      email_body: doc,
                      attachments: mail.attachments,
                      purpose,
                      track_clicks: countsClicks,
                    },
                  },
                  { onError },
                )
              }
            >
              Send
            </Button>
          </footer>
        </>
      )}
      <Suspense>{signing && <SignatureDialog onClose={() => setSigning(false)} />}</Suspense>
    </Drawer>
  );
}
