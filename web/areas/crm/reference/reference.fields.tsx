// The forms of look-ups: loaded once one is opened.
import { Autocomplete, Select, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { states } from '#contract/lookups.ts';
import { officeTypes } from '#contract/reference.ts';
import type { Person } from '#contract/users.ts';
import { ColorSelect } from '#ui/ColorSelect.tsx';
import type { Tone } from '#ui/Dot.tsx';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import { BusinessUnitSelect } from './BusinessUnitSelect.tsx';
import { useAgentflowStatuses, useSources } from './reference.api.ts';
import { officeWords } from './reference.words.ts';

interface Form<Values> {
  form: UseFormReturnType<Values>;
}

export const StatusFields = ({ form }: Form<{ title: string; color: Tone }>) => (
  <>
    <TextInput label="Title" data-autofocus maxLength={60} {...form.getInputProps('title')} />
    <ColorSelect label="Color" {...form.getInputProps('color')} />
  </>
);

interface AgentflowStatusValues {
  title: string;
  group: string;
  color: Tone;
  business_unit_id: number | null;
}

export const AgentflowStatusFields = ({ form }: Form<AgentflowStatusValues>) => (
  <>
    <TextInput label="Title" data-autofocus maxLength={60} {...form.getInputProps('title')} />
    <GroupInput {...form.getInputProps('group')} />
    <ColorSelect label="Color" {...form.getInputProps('color')} />
    <BusinessUnitSelect {...form.getInputProps('business_unit_id')} />
  </>
);

const GroupInput = (props: object) => {
  const groups = [...new Set(useAgentflowStatuses().map(({ group }) => group))].filter(Boolean);
  return <Autocomplete label="Group" description="Choose one, or type a new one" maxLength={60} data={groups} {...props} />;
};

interface SourceValues {
  title: string;
  corporations: string[];
  business_unit_id: number | null;
}

export const SourceFields = ({ form }: Form<SourceValues>) => (
  <>
    <TextInput label="Title" data-autofocus maxLength={60} {...form.getInputProps('title')} />
    <CorporationsInput {...form.getInputProps('corporations')} />
    <BusinessUnitSelect {...form.getInputProps('business_unit_id')} />
  </>
);

const CorporationsInput = (props: object) => (
  <TagsInput
    label="Corporations"
    description="The business profiles it is worked under. Press Enter after each"
    maxLength={120}
    maxTags={50}
    acceptValueOnBlur
    data={[...new Set(useSources().flatMap(({ corporations }) => corporations))]}
    {...props}
  />
);

interface OfficeLocationValues {
  name: string;
  type: (typeof officeTypes)[number];
  address: string;
  city: string;
  state: string;
  zip_code: string;
  phone: string;
  email: string;
  manager: Person | null;
}

export const OfficeLocationFields = ({ form }: Form<OfficeLocationValues>) => (
  <>
    <TextInput label="Name" data-autofocus maxLength={80} {...form.getInputProps('name')} />
    <Select
      label="Type"
      allowDeselect={false}
      data={officeTypes.map((value) => ({ value, label: officeWords[value] }))}
      {...form.getInputProps('type')}
    />
    <TextInput label="Address" maxLength={200} autoComplete="off" {...form.getInputProps('address')} />
    <TextInput label="City" maxLength={80} autoComplete="off" {...form.getInputProps('city')} />
    <Select
      label="State"
      searchable
      data={Object.entries(states).map(([value, label]) => ({ value, label }))}
      {...form.getInputProps('state')}
    />
    <TextInput label="Zip code" maxLength={10} autoComplete="off" {...form.getInputProps('zip_code')} />
    <TextInput label="Phone" type="tel" autoComplete="off" {...form.getInputProps('phone')} />
    <TextInput label="E-mail" type="email" autoComplete="off" {...form.getInputProps('email')} />
    <PersonPicker label="Manager" clearable {...form.getInputProps('manager')} />
  </>
);
