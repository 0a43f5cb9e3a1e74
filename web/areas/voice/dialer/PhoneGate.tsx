// Why a number may not be called now, and the call all the same, with a reason, where the law leaves that to a
// person.
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMe } from '#app/session.ts';
import { gateChecks } from '#contract/complianceLists.ts';
import { momentIn } from '#ui/moments.ts';
import { type Check, dial, isDialling, stopWords, type Target } from './dialer.dial.ts';
import classes from './Phone.module.css';

export function PhoneGate({ check, target }: { check: Check; target: Target }) {
  const { timezone } = useMe();
  const busy = isDialling.use();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const { decision, may_override } = check;
  const words = stopWords(check);
  const gateReason = decision?.reason ? gateChecks[decision.reason] : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setAsked(true);
    if (reason.trim()) void dial(target, reason.trim());
  };
  return (
    <div className={classes.gate} role="alert">
      {words ? (
        <strong>{words}</strong>
      ) : (
        <>
          <strong>Do not call now: {lower(gateReason?.title ?? 'the rules of your company forbid it')}</strong>
          <span>{decision?.until ? `Possible from ${momentIn(timezone, decision.until)}` : gateReason?.mend}</span>
        </>
      )}
      {!words && may_override && (
        // Inside the form of the keypad: a form of its own may not stand there.
        <div className={classes.override}>
          <TextInput
            label="Reason to call anyway"
            maxLength={500}
            value={reason}
            error={asked && !reason.trim() ? 'Write why you call' : undefined}
            onChange={({ currentTarget: { value } }) => setReason(value)}
            onKeyDown={(event) => event.key === 'Enter' && submit(event as unknown as FormEvent)}
          />
          <Button variant="default" loading={busy} onClick={submit}>
            Call anyway
          </Button>
        </div>
      )}
    </div>
  );
}

const lower = (words: string) => words.slice(0, 1).toLowerCase() + words.slice(1);
