// One campaign: its text, people and times; what it would do; what it did. It is approved, then switched on.
import { Button, Text } from '@mantine/core';
import { IconArrowLeft, IconCheck, IconPlayerPause, IconPlayerPlay, IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, call, isRefused, upload } from '#app/api.ts';
import { useUpdate } from '#app/cable.ts';
import { dropDraft, restoreDrafts, useDraft } from '#app/drafts.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { invalidate, queryClient, queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import {
  type Campaign,
  createCampaignTrigger,
  deleteCampaignTrigger,
  getCampaignTrigger,
  listCampaignTriggers,
  previewCampaignTrigger,
  updateCampaignTrigger,
} from '#contract/campaigns.ts';
import { listSends } from '#contract/sends.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FormError } from '#ui/FormError.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { momentIn } from '#ui/moments.ts';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { CampaignForm } from './CampaignForm.tsx';
import { CampaignHistory } from './CampaignHistory.tsx';
import { CampaignReview } from './CampaignReview.tsx';
import classes from './Campaigns.module.css';
import { stateTones, stateWords, whenWords } from './campaigns.labels.ts';
import type { CampaignTab } from './campaigns.routes.tsx';
import { blank, bodyOf, missingIn, type Written, writtenOf } from './campaigns.written.ts';

const campaignQuery = (id: number) => queryOf(getCampaignTrigger, { params: { id } });

export function CampaignPage() {
  const { id } = useParams({ from: '/shell/campaigns/$id' });
  return id === 'new' ? <Page key="new" campaign={null} /> : <Stored key={id} id={Number(id)} />;
}

function Stored({ id }: { id: number }) {
  const campaign = useQuery(campaignQuery(id));
  useUpdate('campaigns.changed', () => void invalidate(getCampaignTrigger));
  if (isRefused(campaign.error, 'not_found', 'invalid'))
    return (
      <EmptyState
        heading="h1"
        icon={IconSpeakerphone}
        title="This campaign does not exist"
        text="It was deleted, or belongs to someone whose work you cannot see."
      >
        <Link to="/campaigns">Go to the campaigns</Link>
      </EmptyState>
    );
  if (campaign.error && !campaign.data) return <FailedQuery query={campaign} />;
  if (!campaign.data) return <SkeletonLines lines={8} height={20} />;
  return <Page campaign={campaign.data} />;
}

function Page({ campaign }: { campaign: Campaign | null }) {
  const { tab } = useSearch({ from: '/shell/campaigns/$id' });
  const navigate = useNavigate({ from: '/campaigns/$id' });
  const draft = `campaign:${campaign?.id ?? 'new'}`;
  const { value, keep, drop, isKept } = useDraft<Written>(draft, campaign ? writtenOf(campaign) : blank);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [file, setFile] = useState<File | null>();
  const [deleting, setDeleting] = useState(false);
  const stored = (made: Campaign) => queryClient.setQueryData(campaignQuery(made.id).queryKey, made);
  const invalidates = [listCampaignTriggers, previewCampaignTrigger, listSends];
  const create = useSend(createCampaignTrigger, {
    form: true,
    by: (input) => (file ? upload(createCampaignTrigger, { ...input, file }) : call(createCampaignTrigger, input)),
    invalidates,
    onDone(made) {
      stored(made);
      void navigate({ to: '/campaigns/$id', params: { id: String(made.id) }, search: { tab: 'review' }, replace: true });
    },
  });
  const update = useSend(updateCampaignTrigger, {
    form: true,
    by: (input) => (file ? upload(updateCampaignTrigger, { ...input, file }) : call(updateCampaignTrigger, input)),
    invalidates,
    handles: ['campaigns.stale'],
    onDone: stored,
  });
  const remove = useSend(deleteCampaignTrigger, {
    invalidates: [listCampaignTriggers, listSends],
    onDone() {
      drop();
      notice.done(`Deleted ${campaign?.name ?? 'the campaign'}`);
      void navigate({ to: '/campaigns' });
    },
  });
  const onError = (error: Error) => error instanceof ApiError && setRefused(error.fieldErrors);
  const save = () => {
    const then = {
      onSuccess() {
        dropDraft(draft, value); // text typed meanwhile stays
        setFile(undefined);
        notice.done(`Saved ${value.name}`);
      },
      onError,
    };
    const body = bodyOf(value);
    if (campaign)
      update.mutate(
        { params: { id: campaign.id }, body: { ...body, ...(file === null && { file }), version: value.version } },
        then,
      );
    else create.mutate({ body }, then);
  };
  const discard = () => {
    drop();
    setFile(undefined);
    update.reset();
    setRefused({});
    notice.done('Discarded your changes', () => restoreDrafts([[draft, value]]));
  };
  const set = (body: { compliant?: boolean; enabled?: boolean }, done: string) =>
    campaign && update.mutate({ params: { id: campaign.id }, body }, { onSuccess: () => notice.done(done), onError });
  const missing = missingIn(value);
  const isChanged = isKept || file !== undefined;
  const mayEdit = campaign?.can.update ?? true;
  const busy = create.isPending || update.isPending;

  const form = (
    <CampaignForm
      value={value}
      campaign={campaign}
      errors={refused}
      mayEdit={mayEdit}
      file={file}
      onFile={(next) => {
        setRefused({});
        setFile(next);
      }}
      onChange={(next) => {
        setRefused({});
        keep({ ...value, ...next });
      }}
    />
  );

  return (
    <>
      <PageHeader
        title={campaign ? campaign.name : 'New campaign'}
        before={
          <Link to="/campaigns" aria-label="All campaigns">
            <IconArrowLeft size="1rem" aria-hidden />
          </Link>
        }
      >
        {isChanged ? (
          <>
            <Button variant="subtle" color="gray" onClick={discard}>
              Discard
            </Button>
            <Button disabled={!mayEdit || missing !== null} loading={busy} onClick={save}>
              Save
            </Button>
          </>
        ) : (
          campaign && <Switches campaign={campaign} busy={busy} onSet={set} />
        )}
        {campaign?.can.update && (
          <OverflowMenu label={`Actions of ${campaign.name}`}>
            {campaign.compliant && campaign.can.approve && (
              <MenuItem onClick={() => set({ compliant: false }, `Took back the approval of ${campaign.name}`)}>
                Take the approval back
              </MenuItem>
            )}
            <MenuItem color="red" onClick={() => setDeleting(true)}>
              Delete
            </MenuItem>
          </OverflowMenu>
        )}
      </PageHeader>
      <div className={classes.page}>
        {campaign && <State campaign={campaign} isKept={isChanged} />}
        <FormError>
          {isRefused(update.error, 'campaigns.stale')
            ? 'Someone else changed this campaign meanwhile. Discard your changes to see theirs.'
            : (refused.all_email_ids ?? (isChanged && missing))}
        </FormError>
        {campaign ? (
          <Tabs<CampaignTab>
            label="Campaign"
            tabs={parts}
            tab={tab}
            onTab={(next) => void navigate({ search: { tab: next } })}
            instead={
              tab === 'edit' ? (
                form
              ) : tab === 'review' ? (
                <CampaignReview campaign={campaign} />
              ) : (
                <CampaignHistory id={campaign.id} />
              )
            }
          />
        ) : (
          form
        )}
      </div>
      {campaign && (
        <ConfirmDialog
          opened={deleting}
          title={`Delete ${campaign.name}?`}
          action="Delete the campaign"
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ params: { id: campaign.id } })}
          onClose={() => setDeleting(false)}
        >
          What waits to be sent is cancelled. What was sent stays in the history of each contact. You cannot undo this.
        </ConfirmDialog>
      )}
    </>
  );
}

/** The parts need what the page knows, so they stand `instead`. */
const Nothing = () => null;
const parts = {
  edit: { word: 'Campaign', part: Nothing },
  review: { word: 'Review', part: Nothing },
  history: { word: 'History', part: Nothing },
} satisfies Record<CampaignTab, unknown>;

/** Approve, switch on, pause: the one that comes next. */
function Switches({
  campaign: { name, state, recent, can },
  busy,
  onSet,
}: {
  campaign: Campaign;
  busy: boolean;
  onSet: (body: { compliant?: boolean; enabled?: boolean }, done: string) => void;
}) {
  const [pausing, setPausing] = useState(false);
  if (!can.update) return null;
  if (state === 'draft')
    return can.approve ? (
      <Button
        leftSection={<IconCheck size="1rem" />}
        loading={busy}
        onClick={() => onSet({ compliant: true }, `Approved ${name}`)}
      >
        Approve
      </Button>
    ) : null;
  if (state === 'approved')
    return (
      <Button
        leftSection={<IconPlayerPlay size="1rem" />}
        loading={busy}
        onClick={() => onSet({ enabled: true }, `${name} is on`)}
      >
        Switch on
      </Button>
    );
  if (state === 'stopped')
    return (
      <Button loading={busy} onClick={() => onSet({ enabled: false }, `${name} is yours. It has to be approved again`)}>
        Take it over
      </Button>
    );
  const pause = () => {
    setPausing(false);
    onSet({ enabled: false }, `Paused ${name}`);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlayerPause size="1rem" />}
        loading={busy}
        onClick={() => (recent.queued > 0 ? setPausing(true) : pause())}
      >
        Pause
      </Button>
      <ConfirmDialog
        opened={pausing}
        title={`Pause ${name}?`}
        action="Pause"
        busy={busy}
        onConfirm={pause}
        onClose={() => setPausing(false)}
      >
        {`${recent.queued.toLocaleString('en-US')} that wait to be sent are cancelled. You cannot undo this.`}
      </ConfirmDialog>
    </>
  );
}

function State({ campaign, isKept }: { campaign: Campaign; isKept: boolean }) {
  const { timezone } = useMe();
  const { state, next_at, approved_by, owner, problem, can } = campaign;
  const about =
    state === 'draft'
      ? can.approve
        ? 'Look at the review, then approve it'
        : 'An administrator approves it before it can be switched on'
      : state === 'approved'
        ? `Approved by ${approved_by?.name ?? 'an administrator'}. It sends nothing until it is switched on`
        : state === 'stopped'
          ? `${owner.name} has left, so it sends nothing`
          : next_at
            ? `It looks next ${momentIn(timezone, next_at)}`
            : campaign.auto_trigger
              ? 'It waits for events'
              : 'People are offered it';
  return (
    <div className={classes.state} role="status">
      <StatusBadge status={{ title: stateWords[state], color: stateTones[state] }} />
      <Text size="sm">{whenWords(campaign)}</Text>
      <Text size="sm" c="dimmed">
        {isKept && state !== 'draft' ? 'Saving changes of more than the name takes the approval back' : about}
      </Text>
      {problem && (
        <Text size="sm" c="red">
          It sends nothing: {problem}
        </Text>
      )}
    </div>
  );
}
