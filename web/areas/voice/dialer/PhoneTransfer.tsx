// Passing the call on: at once, or after a word with the colleague while the other side waits.
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { type Call, completeTransfer, consultColleague, fetchActiveCalls, takeBackCall, transferCall } from '#contract/dialer.ts';
import type { Person } from '#contract/users.ts';
import { ColleaguePicker } from './ColleaguePicker.tsx';
import classes from './PhoneCall.module.css';
import { held } from './phone.calls.ts';

const changed = { invalidates: [fetchActiveCalls] };

export function PhoneTransfer({ sid, onClose }: { sid: string; onClose: () => void }) {
  const [person, setPerson] = useState<Person | null>(null);
  const pass = useSend(transferCall, {
    ...changed,
    onDone: () => {
      notice.done(`The call rings at ${person?.name ?? 'your colleague'}`);
      onClose();
    },
  });
  const ask = useSend(consultColleague, {
    ...changed,
    onDone: () => {
      held(false); // asking takes the other side off hold: afterwards they are heard at once
      onClose();
    },
  });
  const body = person && { call_id: sid, user_id: person.id };
  return (
    <div className={classes.transfer}>
      <ColleaguePicker
        label="Transfer the call to"
        placeholder="Name of a colleague"
        autoFocus
        value={person}
        onChange={setPerson}
      />
      <Group gap="xs" grow>
        <Button
          variant="default"
          disabled={!body || ask.isPending}
          loading={pass.isPending}
          onClick={() => body && pass.mutate({ body })}
        >
          Pass on
        </Button>
        <Button disabled={!body || pass.isPending} loading={ask.isPending} onClick={() => body && ask.mutate({ body })}>
          Ask first
        </Button>
      </Group>
      <p className={classes.faint}>Ask first: the other side waits with music while you speak with your colleague.</p>
    </div>
  );
}

/** A colleague is asked; the other side hears music meanwhile. */
export function PhoneConsult({ sid, consulting, other }: { sid: string; other: string } & Pick<ConsultingCall, 'consulting'>) {
  const complete = useSend(completeTransfer, {
    ...changed,
    onDone: () => notice.done(`${consulting.user.name} has the call now`),
  });
  const back = useSend(takeBackCall, { ...changed, onDone: () => held(false) });
  const body = { call_id: sid };
  const isTalking = consulting.state === 'active';
  return (
    <section className={classes.consult} aria-label="Transfer">
      <p role="status">
        <strong>{consulting.user.name}</strong>
        <br />
        {isTalking ? 'You speak with your colleague.' : 'Ringing at your colleague.'} {other} waits with music.
      </p>
      <Button
        fullWidth
        disabled={!isTalking || back.isPending}
        loading={complete.isPending}
        onClick={() => complete.mutate({ body })}
      >
        Complete transfer
      </Button>
      <Button
        fullWidth
        variant="default"
        disabled={complete.isPending}
        loading={back.isPending}
        onClick={() => back.mutate({ body })}
      >
        Take back
      </Button>
    </section>
  );
}

type ConsultingCall = Call & { consulting: NonNullable<Call['consulting']> };
