// The person or the pool that a contact belongs to.
import { Input, SegmentedControl } from '@mantine/core';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import classes from './ContactFormMethods.module.css';
import type { Holder } from './contacts.draft.ts';

export function ContactFormHolder({
  label,
  value,
  onChange,
  error,
}: {
  label: string;
  value?: Holder;
  onChange: (holder: Holder) => void;
  error?: string;
}) {
  const { of, who }: Holder = value ?? { of: 'people', who: null };
  return (
    <Input.Wrapper label={label} labelElement="div">
      <div className={classes.row}>
        <SegmentedControl
          aria-label={label}
          data={[
            { value: 'people', label: 'A person' },
            { value: 'pools', label: 'A pool' },
          ]}
          value={of}
          onChange={(next) => onChange({ of: next === 'pools' ? 'pools' : 'people', who: null })}
        />
        <PersonPicker
          key={of}
          className={classes.grows}
          of={of}
          aria-label={of === 'pools' ? 'Pool' : 'Person'}
          placeholder={of === 'pools' ? 'Choose a pool' : 'Choose a person'}
          value={who}
          error={error}
          onChange={(person) => onChange({ of, who: person })}
        />
      </div>
    </Input.Wrapper>
  );
}
