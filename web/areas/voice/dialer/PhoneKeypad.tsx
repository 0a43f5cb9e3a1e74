// The keypad: a number is typed, pasted or pressed; then the call, or the reason why not.
import { ActionIcon, Anchor, UnstyledButton } from '@mantine/core';
import { IconBackspace, IconPhone, IconRotate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { queryOf } from '#app/queries.ts';
import { fetchAssociatedContact } from '#contract/dialer.ts';
import { normalPhone } from '#contract/kit/formats.ts';
import { later } from '#ui/later.ts';
import { ColleaguePicker } from './ColleaguePicker.tsx';
import { dial, gate, isDialling, typed, typeNumber } from './dialer.dial.ts';
import { colleagueOf, dialled, typedNumber } from './dialer.numbers.ts';
import classes from './Phone.module.css';
import { deviceStatus, trouble } from './phone.live.ts';
import { failures } from './voiceErrors.ts';

const PhoneGate = later(() => import('./PhoneGate.tsx').then((module) => module.PhoneGate));

export const keys = [
  ...['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((key) => [key, key] as const),
  ['*', 'Star'],
  ['0', '0'],
  ['+', 'Plus'],
] as const;
const letters: Record<string, string> = { 2: 'abc', 3: 'def', 4: 'ghi', 5: 'jkl', 6: 'mno', 7: 'pqrs', 8: 'tuv', 9: 'wxyz' };

export function PhoneKeypad() {
  const target = typed.use();
  const stopped = gate.use();
  const busy = isDialling.use();
  const status = deviceStatus.use();
  const [toColleague, setToColleague] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const callButton = useRef<HTMLButtonElement>(null);
  const { number } = target;
  const colleague = colleagueOf(number);
  const person = usePersonOf(target);
  // A number that a screen has put here is called with Enter; an empty keypad is typed on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens, and for each number of a screen
  useEffect(() => (number ? callButton.current : field.current)?.focus({ preventScroll: true }), [target.person?.id]);
  const press = (key: string) => typeNumber(dialled((colleague ? '' : number) + key));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void dial({ number, person: person ?? null });
  };
  return (
    <form className={classes.keypad} onSubmit={submit} noValidate>
      {colleague ? (
        <output className={classes.number}>{target.person?.name}</output>
      ) : (
        <input
          ref={field}
          className={`${classes.number} figures`}
          type="tel"
          autoComplete="off"
          aria-label="Number to call"
          placeholder="Type or paste a number"
          value={typedNumber(number)}
          onChange={({ currentTarget: { value } }) => typeNumber(dialled(value))}
          onPaste={(event) => {
            if (dialled(event.clipboardData.getData('text'))) return;
            event.preventDefault();
            trouble.set(failures.number);
          }}
        />
      )}
      <p className={classes.who}>{colleague ? 'Colleague' : (person?.name ?? (isEmergency(number) ? emergency : ''))}</p>
      <Suspense>
        {stopped?.number === number && <PhoneGate check={stopped.check} target={{ number, person: person ?? null }} />}
      </Suspense>
      <div className={classes.keys}>
        {keys.map(([key, name]) => (
          <UnstyledButton
            key={key}
            className={classes.key ?? ''}
            aria-label={name}
            data-letters={letters[key]}
            onClick={() => press(key)}
          >
            {key}
          </UnstyledButton>
        ))}
      </div>
      <div className={classes.row}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="xl"
          radius="xl"
          aria-label="Reset"
          title="Reset"
          disabled={!number}
          onClick={() => typeNumber('')}
        >
          <IconRotate size="1.3rem" stroke={1.6} />
        </ActionIcon>
        <ActionIcon
          ref={callButton}
          type="submit"
          color="green.9"
          size="3.25rem"
          radius="xl"
          aria-label="Call"
          title={status === 'READY' ? 'Call' : 'The phone is not connected'}
          disabled={!number}
          loading={busy}
        >
          <IconPhone size="1.5rem" stroke={1.6} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="xl"
          radius="xl"
          aria-label="Backspace"
          title="Backspace"
          disabled={!number}
          onClick={() => typeNumber(colleague ? '' : number.slice(0, -1))}
        >
          <IconBackspace size="1.3rem" stroke={1.6} />
        </ActionIcon>
      </div>
      {toColleague ? (
        <ColleaguePicker
          aria-label="Colleague to call"
          placeholder="Name of a colleague"
          autoFocus
          onChange={(chosen) => {
            setToColleague(false);
            if (chosen) typeNumber(`user:${chosen.id}`, chosen);
          }}
        />
      ) : (
        <Anchor component="button" type="button" className={classes.quiet ?? ''} onClick={() => setToColleague(true)}>
          Call a colleague
        </Anchor>
      )}
    </form>
  );
}

const isEmergency = (number: string) => ['911', '988', '112'].includes(number);
const emergency = 'Emergency calls do not work here. Use another phone.';

/** The contact with the number, where the screen did not say who it is. */
function usePersonOf({ number, person }: { number: string; person: { id: number; name: string } | null }) {
  const phone = colleagueOf(number) ? '' : normalPhone(number);
  const found = useQuery({
    ...queryOf(fetchAssociatedContact, { body: { phone_number: phone } }),
    enabled: phone !== '' && !person,
    staleTime: 60_000,
  });
  return person ?? (phone && found.data?.contact?.in_reach ? found.data.contact : null);
}
