import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ContactPicker } from '#app/ContactPicker.tsx';
import { hasSession } from '#app/session.ts';
import type { Person } from '#contract/users.ts';
import { type DayRange, DayRangeInput } from '#ui/DayRangeInput.tsx';
import {
  CheckField,
  ChoiceField,
  DayField,
  NumberField,
  PhoneField,
  ProseField,
  TextField,
  TimeField,
  YesNoField,
} from '#ui/FormFields.tsx';
import { type RelativeDays, RelativeDaysInput, relativeWords } from '#ui/RelativeDaysInput.tsx';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import { longName, Piece } from './Piece.tsx';

interface Values {
  name: string;
  note: string;
  premium: number | null;
  born: string | null;
  at: string | null;
  phone: string;
  kind: string | null;
  smokes: boolean | null;
  agreed: boolean;
}

export function PieceFields() {
  const form = useForm<Values>({
    initialValues: {
      name: longName,
      note: '',
      premium: 12_400,
      born: '1961-04-02',
      at: '14:30',
      phone: '(305) 555-0142',
      kind: 'person',
      smokes: null,
      agreed: true,
    },
  });
  const wrong = useForm({
    initialValues: { name: '', born: '13/45/1961', phone: '305' },
    initialErrors: { name: 'Give the contact a name' },
  });
  const [range, setRange] = useState<DayRange>({ from: '2026-11-01', to: '2026-10-01' });
  const [relative, setRelative] = useState<RelativeDays>({ of: 'next', days: 30 });
  const [person, setPerson] = useState<Person | null>(null);
  const [contact, setContact] = useState<Person | null>(null);
  return (
    <>
      <Piece name="Fields of a form">
        <TextField form={form} path="name" label="Name" maxLength={80} />
        <ProseField form={form} path="note" label="Note" placeholder="What everybody should know first" />
        <NumberField form={form} path="premium" label="Premium" />
        <ChoiceField form={form} path="kind" label="Kind" words={{ person: 'Person', business: 'Business' }} />
        <YesNoField form={form} path="smokes" label="Tobacco user" />
        <CheckField form={form} path="agreed" label="Do not call" />
        <TextField form={form} path="name" label="Disabled" disabled description="It stays: contacts hold values of it" />
      </Piece>
      <Piece name="Days, times and phones">
        <DayField form={form} path="born" label="Birth date" />
        <TimeField form={form} path="at" label="At" />
        <PhoneField form={form} path="phone" label="Phone" />
        <DayRangeInput label="Between" value={range} onChange={setRange} />
        <RelativeDaysInput label="Turns 65" value={relative} onChange={setRelative} />
        <span role="status">{relativeWords(relative)}</span>
      </Piece>
      <Piece name="Fields that are wrong">
        <TextField form={wrong} path="name" label="Contact" />
        <DayField form={wrong} path="born" label="Effective from" />
        <PhoneField form={wrong} path="phone" label="Mobile phone" />
      </Piece>
      {hasSession() && (
        <Piece name="Found by typing">
          <PersonPicker label="Owner" placeholder="Choose a person" clearable value={person} onChange={setPerson} />
          <ContactPicker label="Belongs to" placeholder="Choose a contact" clearable value={contact} onChange={setContact} />
        </Piece>
      )}
    </>
  );
}
