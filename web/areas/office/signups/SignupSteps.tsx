// The fields of each step. A field's error is what the server said when the application was sent.
import { ActionIcon, Button, Input, MultiSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { queryOf } from '#app/queries.ts';
import { listCarriers } from '#contract/reference.ts';
import type { SignupForm } from '#contract/signups.ts';
import type { Person } from '#contract/users.ts';
import { DayInput } from '#ui/DayInput.tsx';
import { PhoneInput } from '#ui/PhoneInput.tsx';
import { TypeaheadMany } from '#ui/Typeahead.tsx';
import classes from './Signup.module.css';
import { licenceLabels, stateChoices } from './signups.labels.ts';

interface StepProps {
  form: SignupForm;
  errors: Record<string, string>;
  onChange: (some: Partial<SignupForm>) => void;
  carriers: Person[];
  onCarriers: (carriers: Person[]) => void;
}

interface Step {
  word: string;
  fields: (keyof SignupForm)[];
  Fields: ComponentType<StepProps>;
}

export const steps: Step[] = [
  { word: 'You', fields: ['npn', 'phone', 'resident_state', 'years_of_experience', 'about'], Fields: You },
  { word: 'Licences', fields: ['licences'], Fields: Licences },
  { word: 'States and carriers', fields: ['states', 'carriers'], Fields: Markets },
  { word: 'References', fields: ['references'], Fields: References },
];

function You({ form, errors, onChange }: StepProps) {
  return (
    <>
      <TextInput
        label="NPN"
        description="Your National Producer Number. It is public."
        inputMode="numeric"
        maxLength={10}
        autoComplete="off"
        value={form.npn}
        error={errors.npn}
        onChange={(event) => onChange({ npn: event.currentTarget.value })}
      />
      <PhoneInput label="Phone" value={form.phone} error={errors.phone} onChange={(phone) => onChange({ phone })} />
      <Select
        label="State where you live"
        data={stateChoices}
        searchable
        allowDeselect={false}
        value={form.resident_state}
        error={errors.resident_state}
        onChange={(resident_state) => onChange({ resident_state })}
      />
      <NumberInput
        label="Years of experience"
        min={0}
        max={80}
        allowDecimal={false}
        value={form.years_of_experience ?? ''}
        error={errors.years_of_experience}
        onChange={(years) => onChange({ years_of_experience: years === '' ? null : Number(years) })}
      />
      <Textarea
        label="About your work"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={2000}
        value={form.about}
        error={errors.about}
        onChange={(event) => onChange({ about: event.currentTarget.value })}
      />
    </>
  );
}

const kinds = Object.entries(licenceLabels).map(([value, label]) => ({ value, label }));
type Kind = SignupForm['licences'][number]['kind'];

function Licences({ form: { licences, resident_state }, errors, onChange }: StepProps) {
  return (
    <Entries
      what="licence"
      rows={licences}
      error={errors.licences}
      empty={{ state: licences.length === 0 ? resident_state : null, kind: null, number: '', expires_on: null }}
      onChange={(next) => onChange({ licences: next })}
    >
      {(licence, set) => (
        <>
          <Select
            label="State"
            data={stateChoices}
            searchable
            allowDeselect={false}
            value={licence.state}
            onChange={(state) => set({ state })}
          />
          <Select
            label="Kind"
            data={kinds}
            allowDeselect={false}
            value={licence.kind}
            onChange={(kind) => set({ kind: kind as Kind })}
          />
          <TextInput
            label="Number"
            maxLength={40}
            autoComplete="off"
            value={licence.number}
            onChange={(event) => set({ number: event.currentTarget.value })}
          />
          <DayInput label="Expires" value={licence.expires_on} onChange={(expires_on) => set({ expires_on })} />
        </>
      )}
    </Entries>
  );
}

function Markets({ form, errors, onChange, carriers, onCarriers }: StepProps) {
  const [q, setQ] = useState('');
  const { data } = useQuery(queryOf(listCarriers, { query: { q } }));
  return (
    <>
      <MultiSelect
        label="States where you want to sell"
        description="You need a licence for each."
        data={stateChoices}
        searchable
        clearable
        value={form.states}
        error={errors.states}
        onChange={(states) => onChange({ states })}
      />
      <TypeaheadMany
        label="Carriers that you want to sell for"
        placeholder={carriers.length === 0 ? 'Type a name' : ''}
        options={data?.data.map(({ id, name }) => ({ value: String(id), label: name }))}
        onSearch={setQ}
        value={carriers.map(({ id, name }) => ({ value: String(id), label: name }))}
        error={errors.carriers}
        onChange={(chosen) => {
          const next = chosen.map(({ value, label }) => ({ id: Number(value), name: label }));
          onCarriers(next);
          onChange({ carriers: next.map(({ id }) => id) });
        }}
      />
    </>
  );
}

function References({ form: { references }, errors, onChange }: StepProps) {
  return (
    <Entries
      what="reference"
      rows={references}
      error={errors.references}
      empty={{ name: '', relation: '', phone: '', email: '' }}
      max={5}
      onChange={(next) => onChange({ references: next })}
    >
      {(one, set) => (
        <>
          <TextInput
            label="Name"
            maxLength={80}
            value={one.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <TextInput
            label="How you know each other"
            maxLength={80}
            value={one.relation}
            onChange={(event) => set({ relation: event.currentTarget.value })}
          />
          <PhoneInput label="Phone" value={one.phone} onChange={(phone) => set({ phone })} />
          <TextInput
            label="E-mail"
            type="email"
            maxLength={254}
            value={one.email}
            onChange={(event) => set({ email: event.currentTarget.value })}
          />
        </>
      )}
    </Entries>
  );
}

/** Rows of the same fields, each of which can be removed. */
function Entries<Row extends object>({
  what,
  rows,
  empty,
  error,
  max = 60,
  onChange,
  children,
}: {
  what: string;
  rows: Row[];
  empty: Row;
  error: string | undefined;
  max?: number;
  onChange: (rows: Row[]) => void;
  children: (row: Row, set: (some: Partial<Row>) => void) => ReactNode;
}) {
  return (
    <>
      {rows.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no ids, and change only here
        <fieldset key={place} className={`group ${classes.entry}`} aria-label={`${what} ${place + 1}`}>
          {children(row, (some) => onChange(rows.map((one, at) => (at === place ? { ...one, ...some } : one))))}
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            className={classes.remove ?? ''}
            aria-label={`Remove ${what} ${place + 1}`}
            onClick={() => onChange(rows.filter((_, at) => at !== place))}
          >
            <IconTrash size="1.1rem" />
          </ActionIcon>
        </fieldset>
      ))}
      {error && <Input.Error role="alert">{error}</Input.Error>}
      {rows.length < max && (
        <div>
          <Button variant="default" leftSection={<IconPlus size="1rem" />} onClick={() => onChange([...rows, empty])}>
            Add a {what}
          </Button>
        </div>
      )}
    </>
  );
}
