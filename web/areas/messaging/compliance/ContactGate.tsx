// May this contact be mailed, texted and called now, and if not, why and until when; with what the contact agreed to.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type Decision, getMayContact } from '#contract/compliance.ts';
import { gateChecks } from '#contract/complianceLists.ts';
import type { Contact } from '#contract/contacts.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { later } from '#ui/later.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './Compliance.module.css';
import { answerWords, channelWords } from './compliance.labels.ts';

const ConsentForm = later(() => import('./ConsentForm.tsx').then((module) => module.ConsentForm));
const ConsentHistory = later(() => import('./ConsentHistory.tsx').then((module) => module.ConsentHistory));

const tones = { yes: 'green', later: 'yellow', no: 'red' } as const;
/** A page that stays open asks again: hours pass. */
const minutes = 60_000;

export function ContactGate({ contact: { id, can, deleted_at } }: { contact: Contact }) {
  const { timezone } = useMe();
  const [open, setOpen] = useState<'record' | 'history'>();
  const query = useQuery({ ...queryOf(getMayContact, { params: { id }, query: {} }), refetchInterval: 5 * minutes });
  useUpdate('contact.changed', (changed) => changed.id === id && void invalidate(getMayContact));
  useUpdate('compliance.changed', () => void invalidate(getMayContact));
  if (deleted_at) return null;
  return (
    <section className={classes.block} aria-labelledby="may-contact">
      <h2 className={classes.title} id="may-contact">
        Marketing allowed now
      </h2>
      {query.error && !query.data ? (
        <FailedQuery query={query} />
      ) : !query.data ? (
        <SkeletonLines lines={3} height={16} />
      ) : (
        <ul className={classes.answers} aria-labelledby="may-contact">
          {alike(query.data.data).map(([decision, same]) => (
            <li key={decision.channel}>
              <div className={classes.small}>{same.map(({ channel }) => channelWords[channel]).join(', ')}</div>
              <StatusBadge status={{ title: answerWords(decision, timezone), color: tones[decision.answer] }} />
              {decision.reason && (
                <div className={classes.small}>
                  {decision.answer === 'later' ? gateChecks[decision.reason].title : gateChecks[decision.reason].mend}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <div>
        {can.update && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setOpen('record')}>
            Record a consent
          </Button>
        )}
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setOpen('history')}>
          Consents
        </Button>
      </div>
      <Suspense>
        {open === 'record' && <ConsentForm id={id} onClose={() => setOpen(undefined)} />}
        {open === 'history' && <ConsentHistory id={id} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </section>
  );
}

/** Channels with the same answer are one line. */
function alike(decisions: Decision[]): [first: Decision, same: Decision[]][] {
  const groups = Map.groupBy(decisions, ({ answer, reason, until }) => `${answer} ${reason} ${until}`);
  return [...groups.values()].flatMap((same): [Decision, Decision[]][] => (same[0] ? [[same[0], same]] : []));
}
