// The working page: whose turn it is, the call, how it went, and who is next. It calls nobody: the user
// presses Call.
import { Button, Title } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useEffect } from 'react';
import { notice } from '#app/notices.tsx';
import { queryClient, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { useShortcuts } from '#app/shortcuts.ts';
import { callDialContactBack, type DialSessionNow, nextDialContact, updateDialSession } from '#contract/dialSessions.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { momentIn } from '#ui/moments.ts';
import { glanceAtContact } from '../../crm/contacts/contacts.api.ts';
import { timelineQuery } from '../../crm/contacts/page/contactPage.api.ts';
import { PhoneHint } from '../dialer/PhoneHint.tsx';
import { ended, live } from '../dialer/phone.live.ts';
import { DialActivities } from './DialActivities.tsx';
import { DialCall } from './DialCall.tsx';
import { DialContact } from './DialContact.tsx';
import { DialHead } from './DialHead.tsx';
import { DialLater } from './DialLater.tsx';
import { DialOutcome } from './DialOutcome.tsx';
import classes from './DialPage.module.css';
import { showSession } from './dialSessions.api.ts';
import { type Notes, useNotes } from './useNotes.ts';

export function DialWork({ session }: { session: DialSessionNow }) {
  const { id, current, upcoming, previous, state } = session;
  usePhoneOf(current?.contact_id);
  useLoadedAhead(upcoming?.id);
  const notes = useNotes(id, current);
  const earlier = useNotes(
    id,
    previous?.contact && previous.call ? { contact_id: previous.contact.id, call: previous.call } : null,
  );
  const next = useSend(nextDialContact, { onDone: showSession });
  const back = useSend(callDialContactBack, { onDone: showSession });
  const set = useSend(updateDialSession, { onDone: showSession });
  const inCall = live.use() !== null;
  const busy = next.isPending || back.isPending || notes.isSaving;
  const contact_id = current?.contact_id ?? null;
  const after = async (step: () => void) => {
    if (busy || inCall || state !== 'running') return;
    try {
      await Promise.all([notes.finish(), earlier.finish()]);
      step();
    } catch (error) {
      notice.failed(error); // the note stays on the screen
    }
  };
  const goOn = () => void after(() => next.mutate({ params: { id }, body: { contact_id } }));
  const later = (due_at: string | null) => void after(() => back.mutate({ params: { id }, body: { contact_id, due_at } }));
  const wasCalled = Boolean(current?.call);
  useShortcuts([
    { keys: 'n', label: 'Next contact', group: 'Dial session', run: goOn },
    { keys: 's', label: 'Skip the contact', group: 'Dial session', run: goOn },
  ]);
  return (
    <div className={classes.work}>
      <DialHead session={session} onState={(next) => set.mutate({ params: { id }, body: next })} busy={set.isPending} />
      <aside className={classes.person} aria-label="Contact">
        {current ? (
          <DialContact key={current.contact_id} current={current} />
        ) : (
          <Nobody session={session} onLook={goOn} busy={busy} />
        )}
      </aside>
      <div className={classes.steps}>
        <PhoneHint />
        {state === 'paused' && (
          <div className={classes.paused} role="status">
            <span>The session is paused. Nothing is lost.</span>
            <Button
              leftSection={<IconPlayerPlay size="1rem" />}
              loading={set.isPending}
              onClick={() => set.mutate({ params: { id }, body: { state: 'running' } })}
            >
              Resume
            </Button>
          </div>
        )}
        {current && (
          <section className={classes.card} aria-label="Call">
            <DialCall key={current.contact_id} current={current} paused={state === 'paused'} />
            <Outcome notes={notes} onNext={goOn} />
            <div className={classes.moves}>
              <Button
                variant={wasCalled ? 'filled' : 'default'}
                disabled={inCall || state !== 'running'}
                loading={busy}
                onClick={goOn}
              >
                {wasCalled ? 'Next' : 'Skip'}
              </Button>
              <DialLater disabled={inCall || busy || state !== 'running'} contactId={current.contact_id} onLater={later} />
              <span className={classes.keys} aria-hidden>
                {wasCalled ? 'N next · 1–7 how it went' : 'Enter calls · S skips'}
              </span>
            </div>
          </section>
        )}
        {upcoming && (
          <p className={classes.upcoming}>
            <span className={classes.faint}>Next</span> <bdi>{upcoming.name || 'No name'}</bdi>
            <span className={`${classes.faint} figures`}>
              {[[upcoming.city, upcoming.state].filter(Boolean).join(', '), formatPhone(upcoming.phone_number)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </p>
        )}
        {previous?.contact && previous.call && (
          <details className={classes.previous}>
            <summary>
              Before: <bdi>{previous.contact.name || 'No name'}</bdi>
            </summary>
            <DialOutcome notes={earlier} label={`How did it go with ${previous.contact.name || 'them'}?`} />
          </details>
        )}
        {current?.contact && <DialActivities key={current.contact_id} contactId={current.contact_id} />}
      </div>
    </div>
  );
}

const Outcome = ({ notes, onNext }: { notes: Notes; onNext: () => void }) => (
  <DialOutcome notes={notes} label="How did it go?" keys onNext={onNext} />
);

/** Everyone who is left may be called later alone. */
function Nobody({
  session: { waits_until, counts },
  onLook,
  busy,
}: {
  session: DialSessionNow;
  onLook: () => void;
  busy: boolean;
}) {
  const { timezone } = useMe();
  return (
    <>
      <Title order={1} size="h2">
        Nobody can be called now
      </Title>
      <p className={classes.words}>
        {counts.left} of {counts.total} are left.
        {waits_until && ` The first of them may be called from ${momentIn(timezone, waits_until)}.`}
      </p>
      <Button variant="default" loading={busy} onClick={onLook}>
        Look again
      </Button>
    </>
  );
}

/** This page asks the phone's questions after a call, so the phone does not. */
function usePhoneOf(contactId: number | undefined) {
  const last = ended.use();
  useEffect(() => {
    if (last && last.contact?.id === contactId && contactId !== undefined) ended.set(null);
  }, [last, contactId]);
}

/** So that the next contact is there at once. */
function useLoadedAhead(id: number | undefined) {
  useEffect(() => {
    if (id === undefined) return;
    void queryClient.prefetchQuery(glanceAtContact(id));
    void queryClient.prefetchInfiniteQuery(timelineQuery(id));
  }, [id]);
}
