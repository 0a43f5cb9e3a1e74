// Chooses the receivers of a transfer. Several people take turns: each one's share is shown as a number of
// contacts before the start.
import { CloseButton, Input, NumberInput, SegmentedControl } from '@mantine/core';
import { counted } from '#contract/kit/formats.ts';
import { countsOf } from '#contract/shares.ts';
import type { Person } from '#contract/users.ts';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import classes from './ContactTransferDialog.module.css';

export interface Receivers {
  of: 'people' | 'pools' | 'several';
  who: Person | null;
  /** `share`: 0 while the field is empty; it counts as 1. */
  people: readonly (Person & { share: number })[];
}

const sharesOf = (people: Receivers['people']) => people.map(({ share }) => Math.max(1, share));

/** Undefined while nobody is chosen. */
export function receiversOnWire({ of, who, people }: Receivers) {
  if (of === 'several')
    return people.length > 0 ? { to: people.map(({ id, share }) => ({ owner_id: id, share: Math.max(1, share) })) } : undefined;
  if (!who) return undefined;
  return of === 'pools' ? { pool_id: who.id } : { owner_id: who.id };
}

export function ContactTransferReceivers({
  value,
  count,
  many,
  error,
  onChange,
}: {
  value: Receivers;
  /** How many contacts there are to share. */
  count: number;
  /** Whether several people can be chosen. */
  many: boolean;
  error: string | undefined;
  onChange: (receivers: Receivers) => void;
}) {
  const { of, who } = value;
  return (
    <Input.Wrapper label="Transfer to" labelElement="div">
      <SegmentedControl
        className={classes.way ?? ''}
        aria-label="Transfer to"
        data={[
          { value: 'people', label: 'A person' },
          { value: 'pools', label: 'A pool' },
          ...(many ? [{ value: 'several', label: 'Several people' }] : []),
        ]}
        value={of}
        onChange={(next) => onChange({ ...value, of: next as Receivers['of'], who: null })}
      />
      {of === 'several' ? (
        <Several value={value} count={count} error={error} onChange={onChange} />
      ) : (
        <PersonPicker
          key={of}
          of={of}
          aria-label={of === 'pools' ? 'Pool' : 'Person'}
          placeholder={of === 'pools' ? 'Choose a pool' : 'Choose a person'}
          value={who}
          error={error}
          onChange={(person) => onChange({ ...value, who: person })}
        />
      )}
    </Input.Wrapper>
  );
}

function Several({
  value,
  count,
  error,
  onChange,
}: {
  value: Receivers;
  count: number;
  error: string | undefined;
  onChange: (receivers: Receivers) => void;
}) {
  const { people } = value;
  const counts = people.length > 0 ? countsOf(sharesOf(people), count) : [];
  const change = (next: Receivers['people']) => onChange({ ...value, people: next });
  return (
    <>
      {people.length > 0 && (
        <ul className={classes.people} aria-label="People and their shares">
          {people.map((person, place) => (
            <li key={person.id} className={classes.person}>
              <span className={classes.name}>{person.name}</span>
              <NumberInput
                aria-label={`Shares of ${person.name}`}
                min={1}
                max={100}
                clampBehavior="strict"
                allowDecimal={false}
                value={person.share || ''}
                onChange={(share) =>
                  change(people.map((each) => (each.id === person.id ? { ...each, share: Number(share) || 0 } : each)))
                }
              />
              <span className={`${classes.count} figures`}>{counted(counts[place] ?? 0, 'contact')}</span>
              <CloseButton
                aria-label={`Remove ${person.name}`}
                onClick={() => change(people.filter((each) => each.id !== person.id))}
              />
            </li>
          ))}
        </ul>
      )}
      <PersonPicker
        key={people.length} // empties what was typed
        autoFocus={people.length > 0}
        aria-label="Add a person"
        placeholder="Add a person"
        description={people.length > 0 ? 'They take turns; with 2 shares a person gets twice as many as with 1.' : undefined}
        value={null}
        error={error}
        onChange={(person) =>
          person && !people.some(({ id }) => id === person.id) && change([...people, { ...person, share: 1 }])
        }
      />
    </>
  );
}
