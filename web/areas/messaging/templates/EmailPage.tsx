// One template: what it says, who sees it, and beside it the mail as a contact gets it.
import { Button, Select, Switch, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ApiError, isRefused } from '#app/api.ts';
import { useUpdate } from '#app/cable.ts';
import { dropDraft, restoreDrafts, useDraft } from '#app/drafts.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { invalidate, queryClient, queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type EmailShare, emailShares } from '#contract/emailLists.ts';
import { createEmail, type Email, getEmail, listEmails, listReadyEmails, updateEmail } from '#contract/emails.ts';
import { FormError } from '#ui/FormError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './EmailPage.module.css';
import { MailFields, type WrittenMail, wrongIn } from './MailFields.tsx';
import { sharedWords, shareWords } from './templates.labels.ts';

const MailPreview = lazy(() => import('./MailPreview.tsx').then((module) => ({ default: module.MailPreview })));

const emailQuery = (id: number) => queryOf(getEmail, { params: { id } });

export function EmailPage() {
  const { id } = useParams({ strict: false });
  return id === 'new' ? <EmailForm key="new" email={null} /> : <Stored key={id} id={Number(id)} />;
}

function Stored({ id }: { id: number }) {
  const email = useQuery(emailQuery(id));
  useUpdate('emails.changed', () => void invalidate(getEmail));
  if (email.error && !email.data) return <FailedQuery query={email} />;
  if (!email.data) return <SkeletonLines lines={8} height={20} />;
  return <EmailForm email={email.data} />;
}

interface Written extends WrittenMail {
  name: string;
  share: EmailShare;
  active: boolean;
  /** Of the template that the changes are based on; 0 for a new one. */
  version: number;
}

const blank: Written = {
  name: '',
  share: 'private',
  active: true,
  version: 0,
  subject: '',
  doc: { type: 'doc', content: [{ type: 'paragraph' }] },
  attachments: [],
};
const writtenOf = ({ name, share, active, version, subject, doc, attachments }: Email): Written => ({
  name,
  share,
  active,
  version,
  subject,
  doc,
  attachments,
});

function EmailForm({ email }: { email: Email | null }) {
  const { id: myId, can } = useMe();
  const navigate = useNavigate();
  const draft = `email:${email?.id ?? 'new'}`;
  const { value, keep, drop, isKept } = useDraft<Written>(draft, email ? writtenOf(email) : blank);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [contact, setContact] = useState<{ id: number; name: string } | null>(null);
  const mayEdit = email?.can.update ?? true;
  const wrong = wrongIn(value);
  const change = (next: Partial<Written>) => {
    setRefused({});
    keep({ ...value, ...next });
  };
  const invalidates = [listEmails, listReadyEmails];
  const create = useSend(createEmail, {
    form: true,
    invalidates,
    onDone(made) {
      queryClient.setQueryData(emailQuery(made.id).queryKey, made);
      void navigate({ to: '/admin/emails/$id', params: { id: String(made.id) }, replace: true });
    },
  });
  const update = useSend(updateEmail, {
    form: true,
    invalidates,
    handles: ['emails.stale'],
    onDone: (saved) => queryClient.setQueryData(emailQuery(saved.id).queryKey, saved),
  });
  const save = () => {
    const { version, attachments, ...rest } = value;
    const body = { ...rest, attachments: attachments.map(({ id }) => id) };
    const then = {
      onSuccess() {
        dropDraft(draft, value); // text typed meanwhile stays
        notice.done(`Saved ${value.name}`);
      },
      onError: (error: Error) => error instanceof ApiError && setRefused(error.fieldErrors),
    };
    if (email) update.mutate({ params: { id: email.id }, body: { ...body, version } }, then);
    else create.mutate({ body }, then);
  };
  const discard = () => {
    drop();
    update.reset();
    setRefused({});
    notice.done('Discarded your changes', () => restoreDrafts([[draft, value]]));
    if (email) void queryClient.invalidateQueries({ queryKey: emailQuery(email.id).queryKey });
  };
  const shares = emailShares.filter(
    (share) => share === value.share || share === 'private' || can[share === 'team' ? 'team.lead' : 'emails.manage'],
  );
  const isMine = !email || email.owner.id === myId;

  return (
    <>
      <PageHeader
        title={email ? email.name : 'New e-mail template'}
        about={email && !email.active ? 'Not in use' : undefined}
        before={
          <Link to="/admin/emails" aria-label="All e-mail templates">
            <IconArrowLeft size="1rem" aria-hidden />
          </Link>
        }
      >
        {isKept && (
          <Button variant="subtle" color="gray" onClick={discard}>
            Discard
          </Button>
        )}
        {mayEdit && (
          <Button
            disabled={!isKept || value.name.trim() === '' || Object.keys(wrong).length > 0}
            loading={create.isPending || update.isPending}
            onClick={save}
          >
            Save
          </Button>
        )}
      </PageHeader>
      <div className={classes.page}>
        <section className={classes.fields} aria-label="Template">
          <FormError>
            {isRefused(update.error, 'emails.stale')
              ? 'Someone else changed this template meanwhile. Discard your changes to see theirs.'
              : !mayEdit && 'You can use this template, but not change it.'}
          </FormError>
          <fieldset disabled={!mayEdit} className={`group ${classes.settings}`} aria-label="Settings">
            <TextInput
              label="Name"
              maxLength={100}
              value={value.name}
              error={refused.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <Select
              label="Who sees it"
              allowDeselect={false}
              data={shares.map((share) => ({ value: share, label: isMine ? shareWords[share] : sharedWords[share] }))}
              value={value.share}
              error={refused.share}
              onChange={(share) => change({ share: (share ?? 'private') as EmailShare })}
            />
            <Switch
              label="In use"
              description="Off: nobody is offered it"
              checked={value.active}
              onChange={(event) => change({ active: event.currentTarget.checked })}
            />
          </fieldset>
          {mayEdit && <MailFields value={value} errors={{ ...wrong, ...refused }} onChange={change} />}
        </section>
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <MailPreview mail={value} contact={contact} onContact={setContact} />
        </Suspense>
      </div>
    </>
  );
}
