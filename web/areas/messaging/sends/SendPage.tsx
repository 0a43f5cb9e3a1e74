// One mailing: how far it is or what came of it, and the message of each contact with the reason where it did not go out.
import { Anchor, Button, Select, Title } from '@mantine/core';
import { IconDownload, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import { counted, formatPhone } from '#contract/kit/formats.ts';
import { messageEventKinds, messageStates } from '#contract/sendLists.ts';
import { downloadSendFailures, getSend, listMessages, resendMessage, type Send } from '#contract/sends.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { ResultSummary } from '#ui/ResultSummary.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { contactOf, stateOf } from './MailTable.tsx';
import { SendActions } from './SendActions.tsx';
import classes from './Sends.module.css';
import { messagesQuery, sendQuery, useSendChanges } from './sends.api.ts';
import { amount, asOption, kindWords, nounOf, runs, shareOf, statusTones } from './sends.labels.ts';
import type { SendSearch } from './sends.routes.tsx';

export function SendPage() {
  const { id } = useParams({ from: '/shell/mailings/$id' });
  const send = useQuery(sendQuery(Number(id)));
  useSendChanges();
  if (isRefused(send.error, 'not_found', 'invalid'))
    return (
      <EmptyState heading="h1" title="This mailing does not exist" text="It may belong to someone whose work you cannot see.">
        <Link to="/mailings">Go to the mailings</Link>
      </EmptyState>
    );
  const shown = send.data;
  return (
    <>
      <PageHeader
        title={shown?.subject ?? 'Mailing'}
        before={
          <Anchor size="sm" renderRoot={(props) => <Link to="/mailings" {...props} />}>
            Mailings
          </Anchor>
        }
      >
        {shown && <SendActions send={shown} />}
      </PageHeader>
      <div className={classes.page}>
        {send.error && !shown ? (
          <FailedQuery query={send} />
        ) : shown ? (
          <>
            <Outcome send={shown} />
            <About send={shown} />
            {shown.counts.total > 0 && <Messages send={shown} />}
          </>
        ) : (
          <SkeletonLines lines={8} height={20} />
        )}
      </div>
    </>
  );
}

function Outcome({ send }: { send: Send }) {
  const { timezone } = useMe();
  const { status, counts, channel, send_at, finished_at, track_clicks, track_opens } = send;
  const running = runs(send);
  const some = [
    { word: 'Contacts', tone: 'gray', figure: amount(counts.total), always: true },
    { word: 'Waiting', tone: 'blue', figure: amount(counts.queued), always: counts.queued > 0 },
    { word: 'Sent', tone: 'green', figure: amount(counts.sent), always: true },
    { word: 'Not allowed', tone: 'yellow', figure: amount(counts.blocked), always: counts.blocked > 0 },
    { word: 'Failed', tone: 'red', figure: amount(counts.failed), always: counts.failed > 0 },
    { word: 'Unknown', tone: 'orange', figure: amount(counts.unknown), always: counts.unknown > 0 },
    { word: 'Delivered', tone: 'green', figure: amount(counts.delivered), always: counts.delivered > 0 },
    { word: 'Opened', tone: 'green', figure: amount(counts.opened), always: track_opens || counts.opened > 0 },
    { word: 'Clicked', tone: 'green', figure: amount(counts.clicked), always: track_clicks || counts.clicked > 0 },
    { word: 'Answered', tone: 'green', figure: amount(counts.replied), always: counts.replied > 0 },
    {
      word: channel === 'text' ? 'Not delivered' : 'Came back',
      tone: 'red',
      figure: amount(counts.bounced),
      always: counts.bounced > 0,
    },
    { word: 'Called spam', tone: 'red', figure: amount(counts.complained), always: counts.complained > 0 },
    { word: 'Unsubscribed', tone: 'orange', figure: amount(counts.unsubscribed), always: counts.unsubscribed > 0 },
    { word: 'Cancelled', tone: 'gray', figure: amount(counts.cancelled), always: counts.cancelled > 0 },
  ] as const;
  return (
    <ResultSummary
      state={status}
      headline={headlineOf(send)}
      tone={running ? undefined : status === 'done' && counts.sent === 0 ? 'yellow' : statusTones[status]}
      progress={
        running
          ? { label: 'How much is done', share: shareOf(send), isWaiting: status === 'preparing' && counts.total === 0 }
          : undefined
      }
      text={
        status === 'scheduled' && send_at
          ? `It begins ${momentIn(timezone, send_at)}`
          : finished_at
            ? `Ended ${momentIn(timezone, finished_at)}`
            : `${amount(counts.total - counts.queued)} of ${counted(counts.total, 'contact')}`
      }
      hint={running ? 'You may leave this page.' : undefined}
      error={
        status === 'failed'
          ? { title: 'The mailing could not go on', text: send.failure ?? 'It could not begin at its hour.' }
          : undefined
      }
      counts={some.filter(({ always }) => always).map(({ always: _, ...count }) => count)}
    />
  );
}

function headlineOf({ status, counts, channel }: Send): string {
  const noun = nounOf({ channel });
  if (status === 'scheduled') return 'Planned for later';
  if (status === 'preparing') return 'Checking each contact';
  if (status === 'sending') return 'Sending';
  if (status === 'paused') return `Paused: ${counted(counts.queued, noun)} ${counts.queued === 1 ? 'waits' : 'wait'}`;
  if (status === 'cancelled') return `Cancelled after ${counted(counts.sent, noun)}`;
  if (status === 'failed') return counts.sent === 0 ? 'Nothing was sent' : `Failed after ${counted(counts.sent, noun)}`;
  return counts.sent === 0 && counts.total > 0 ? `No ${noun} was sent` : `Sent ${counted(counts.sent, noun)}`;
}

function About({ send }: { send: AnswerOf<typeof getSend> }) {
  const { kind, channel, purpose, asked_by, created_at, track_opens, track_clicks, campaign, body } = send;
  const { timezone } = useMe();
  return (
    <section aria-label="About the mailing" className={classes.about}>
      <KeyValueList
        facts={[
          ['Kind', `${kindWords[kind]}, by ${channel === 'text' ? 'text' : 'e-mail'}`],
          ...(campaign ? ([['Campaign', campaign.name]] as const) : []),
          ['Purpose', purpose === 'marketing' ? 'Marketing' : 'Service'],
          ['Asked for by', asked_by.name],
          ...(channel === 'text' ? [] : ([['Counts', countsWords(track_opens, track_clicks)]] as const)),
          [
            'On',
            <span key="on" className="figures">
              {momentIn(timezone, created_at)}
            </span>,
          ],
        ]}
      />
      {body !== null && <p className={classes.words}>{body}</p>}
    </section>
  );
}

/** Programs that open mails and follow links are left out as far as they can be told from people. */
const countsWords = (opens: boolean, clicks: boolean) =>
  [clicks && 'clicks', opens && 'opens (a hint: some programs hide them)'].filter(Boolean).join(', ') ||
  'neither opens nor clicks';

function Messages({ send }: { send: Send }) {
  const { id, counts } = send;
  const { timezone } = useMe();
  const { state, page } = useSearch({ from: '/shell/mailings/$id' });
  const navigate = useNavigate({ from: '/mailings/$id' });
  const outcome = messageEventKinds.find((kind) => kind === state);
  const stored = messageStates.find((each) => each === state);
  const messages = useQuery(messagesQuery(id, { page, ...(outcome && { outcome }), ...(stored && { state: stored }) }));
  const resend = useSend(resendMessage, { invalidates: [listMessages, getSend] });
  const rows = messages.data?.data ?? [];
  const go = (next: Partial<SendSearch>) => void navigate({ search: (old) => ({ ...old, page: 1, ...next }) });
  const notSent = counts.blocked + counts.failed + counts.unknown + counts.cancelled;
  return (
    <section aria-labelledby="messages" className={classes.messages}>
      <Title order={2} size="h4" id="messages">
        Contacts
      </Title>
      <div className={classes.bar}>
        <Select
          label="State"
          allowDeselect={false}
          data={[{ value: 'all', label: 'All' }, ...[...messageStates, ...messageEventKinds].map(asOption)]}
          value={state}
          onChange={(next) => go({ state: next as SendSearch['state'] })}
        />
        {notSent > 0 && (
          <Button
            component="a"
            variant="default"
            leftSection={<IconDownload size="1rem" />}
            href={downloadSendFailures.path.replace(':id', String(id))}
            download
          >
            Those not sent, as a file
          </Button>
        )}
      </div>
      {messages.error && !messages.data ? (
        <FailedQuery query={messages} />
      ) : messages.isPending ? (
        <SkeletonLines lines={8} height={20} />
      ) : rows.length === 0 ? (
        <EmptyState icon={IconMail} title="None" text="No contact in your reach is in this state." />
      ) : (
        <PlainTable
          label="Messages"
          rows={rows}
          keyOf={(row) => row.id}
          columns={[
            { header: 'Contact', cell: contactOf },
            { header: 'Address', cell: ({ address, channel }) => (channel === 'text' ? formatPhone(address) : address) },
            { header: 'State', cell: stateOf },
            { header: 'When', cell: (row) => <span className="figures">{momentIn(timezone, row.sent_at ?? row.due_at)}</span> },
          ]}
          actions={(row) => (
            <>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Read the ${nounOf(send)} to ${row.contact.name || row.address}`}
                renderRoot={(props) => <Link to="/mails/$id" params={{ id: String(row.id) }} {...props} />}
              >
                Read
              </Button>
              {(row.state === 'failed' || row.state === 'unknown') && (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Send again to ${row.contact.name || row.address}`}
                  loading={resend.isPending && resend.variables.params.id === row.id}
                  onClick={() => resend.mutate({ params: { id: row.id } })}
                >
                  Send again
                </Button>
              )}
            </>
          )}
        />
      )}
      <Pages page={page} total={messages.data?.meta.total_pages} onPage={(next) => go({ page: next })} />
    </section>
  );
}
