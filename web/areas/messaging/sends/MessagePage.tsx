// One mail as its contact got it, and why it was allowed.
import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { isRefused } from '#app/api.ts';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import type { Decision } from '#contract/compliance.ts';
import { gateChecks } from '#contract/complianceLists.ts';
import { counted, formatPhone } from '#contract/kit/formats.ts';
import { reasonWords } from '#contract/sendReasons.ts';
import { getMessage, type MessageEvent } from '#contract/sends.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { MailFrame } from '#web/areas/messaging/templates/MailFrame.tsx';
import classes from './Sends.module.css';
import { nounOf, outcomeWords, shownState } from './sends.labels.ts';

export function MessagePage() {
  const { timezone } = useMe();
  const { id } = useParams({ from: '/shell/mails/$id' });
  const message = useQuery(queryOf(getMessage, { params: { id: Number(id) } }));
  useUpdate('contact.changed', (changed) => changed.id === message.data?.contact.id && void invalidate(getMessage));
  if (isRefused(message.error, 'not_found', 'invalid'))
    return (
      <EmptyState heading="h1" title="This mail does not exist" text="It may have gone to someone whose contacts you cannot see.">
        <Link to="/mails">Go to the mails</Link>
      </EmptyState>
    );
  const shown = message.data;
  return (
    <>
      <PageHeader
        title={shown?.subject || 'Message'}
        before={
          <Anchor size="sm" renderRoot={(props) => <Link to="/mails" {...props} />}>
            Mails
          </Anchor>
        }
      />
      <div className={classes.page}>
        {message.error && !shown ? (
          <FailedQuery query={message} />
        ) : !shown ? (
          <SkeletonLines lines={10} height={20} />
        ) : (
          <>
            <section aria-label="About the mail" className={classes.about}>
              <KeyValueList
                facts={[
                  [
                    'To',
                    <Link key="to" to="/contacts/$id" params={{ id: String(shown.contact.id) }}>
                      {shown.contact.name || shown.address}
                    </Link>,
                  ],
                  ['Address', shown.channel === 'text' ? formatPhone(shown.address) : shown.address],
                  ['From', shown.from],
                  ...(shown.segments === null ? [] : ([['Segments', `${shown.segments}${costWords(shown.cost)}`]] as const)),
                  ['State', [shownState(shown).title, reasonWords(shown.reason)].filter(Boolean).join(': ')],
                  [
                    'When',
                    <span key="when" className="figures">
                      {momentIn(timezone, shown.sent_at ?? shown.due_at)}
                    </span>,
                  ],
                  [
                    'Mailing',
                    <Link key="mailing" to="/mailings/$id" params={{ id: String(shown.send_id) }}>
                      By {shown.sender.name}
                    </Link>,
                  ],
                ]}
              />
            </section>
            {shown.events.length > 0 && <Events events={shown.events} />}
            {shown.decision && <Verdict decision={shown.decision} rules={shown.rules} noun={nounOf(shown)} />}
            <section aria-labelledby="mail" className={classes.messages}>
              <Title order={2} size="h4" id="mail">
                {shown.as_sent ? 'As it was sent' : 'As it would go out now'}
              </Title>
              {shown.channel === 'text' ? <p className={classes.words}>{shown.text}</p> : <MailFrame html={shown.html} />}
            </section>
          </>
        )}
      </div>
    </>
  );
}

/** The events after it was sent. */
function Events({ events }: { events: MessageEvent[] }) {
  const { timezone } = useMe();
  return (
    <section aria-labelledby="events" className={classes.about}>
      <Title order={2} size="h4" id="events">
        What came of it
      </Title>
      <ul className={classes.events} aria-label="What came of it">
        {events.map(({ kind, at, by_machine, detail }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they only grow at the end
          <li key={place}>
            <StatusBadge status={by_machine ? { title: outcomeWords[kind].title, color: 'gray' } : outcomeWords[kind]} />
            <span className={`${classes.time} figures`}>{momentIn(timezone, at)}</span>
            {(by_machine || detail) && (
              <Text span c="dimmed" size="sm">
                {[by_machine && 'By a program, so it does not count.', detail].filter(Boolean).join(' ')}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The compliance gate's decision, in sentences. */
function Verdict({ decision, rules, noun }: { decision: Decision; rules: string[]; noun: 'mail' | 'text' }) {
  const { timezone } = useMe();
  const { answer, reason, until, at, purpose, zones, licence_id, consent_id } = decision;
  const title = reason ? gateChecks[reason].title : '';
  const sentences = [
    answer === 'yes'
      ? `The ${noun} was allowed, for ${purpose}, when this was checked on ${momentIn(timezone, at)}.`
      : answer === 'later' && until
        ? `The ${noun} waits until ${momentIn(timezone, until)}. ${title}.`
        : `The ${noun} was not allowed when this was checked on ${momentIn(timezone, at)}. ${title}.`,
    licence_id !== null && 'The agent has a licence in the contact’s state.',
    consent_id !== null && 'The contact has agreed to marketing.',
    rules.length > 0 && `${counted(rules.length, 'rule')} counted: ${rules.join('; ')}.`,
    answer === 'later' && zones.length > 0 && `The contact’s clocks: ${zones.join(', ')}.`,
  ].filter((sentence) => sentence !== false);
  return (
    <section aria-labelledby="verdict" className={classes.about}>
      <Title order={2} size="h4" id="verdict">
        Compliance
      </Title>
      {sentences.map((sentence) => (
        <Text key={sentence}>{sentence}</Text>
      ))}
    </section>
  );
}

const costWords = (cost: string | null) => (cost === null ? '' : Number(cost) === 0 ? ', of the plan' : `, $${Number(cost)}`);
