// Choosing by typing, where the choices are too many to load: the caller answers `onSearch` with new `options`.
import { Group, MultiSelect, type MultiSelectProps, Select, type SelectProps, Text } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Dot, type Tone } from './Dot.tsx';

export interface Option {
  value: string;
  label: string;
  tone?: Tone;
  /** A few words more, in grey. */
  hint?: string;
}

interface Searching {
  options: readonly Option[];
  /** Called with what is typed, after a pause. */
  onSearch: (q: string) => void;
}

type Own = 'data' | 'value' | 'onChange' | 'searchValue' | 'onSearchChange' | 'filter' | 'renderOption' | 'searchable';

export interface TypeaheadProps extends Omit<SelectProps, Own>, Searching {
  value: Option | null;
  onChange: (value: Option | null) => void;
}

export function Typeahead({ options, value, onChange, onSearch, ...rest }: TypeaheadProps) {
  const search = useSearchText(onSearch);
  const all = withChosen(options, value ? [value] : []);
  return (
    <Select
      {...rest}
      searchable
      data={itemsOf(all)}
      value={value?.value ?? null}
      onChange={(chosen) => onChange(all.find((option) => option.value === chosen) ?? null)}
      searchValue={search.text}
      onSearchChange={(text) => search.change(text, text === value?.label)}
      filter={({ options: items }) => items}
      renderOption={({ option }) => <OptionLine option={all.find(({ value: each }) => each === option.value) ?? option} />}
    />
  );
}

export interface TypeaheadManyProps extends Omit<MultiSelectProps, Own>, Searching {
  value: readonly Option[];
  onChange: (value: Option[]) => void;
}

export function TypeaheadMany({ options, value, onChange, onSearch, ...rest }: TypeaheadManyProps) {
  const search = useSearchText(onSearch);
  // Closed by a choice: what stands below is in sight again, and typing on opens it.
  const [opened, { open, close }] = useDisclosure(false);
  const all = withChosen(options, value);
  return (
    <MultiSelect
      hidePickedOptions
      {...rest}
      searchable
      dropdownOpened={opened}
      onDropdownOpen={open}
      onDropdownClose={close}
      data={[...value.map(toItem), ...itemsOf(all.filter((one) => !value.some((each) => each.value === one.value)))]}
      value={value.map((option) => option.value)}
      onChange={(chosen) => {
        search.change('', false);
        close();
        onChange(chosen.flatMap((one) => all.find((option) => option.value === one) ?? []));
      }}
      searchValue={search.text}
      onSearchChange={(text) => search.change(text, false)}
      filter={({ options: items }) => items}
      renderOption={({ option }) => <OptionLine option={all.find(({ value: each }) => each === option.value) ?? option} />}
    />
  );
}

/** The text of a chosen option standing in the field is not a search. */
function useSearchText(onSearch: (q: string) => void) {
  const [text, setText] = useState('');
  const tell = useDebouncedCallback(onSearch, 150);
  return {
    text,
    change(next: string, isChoice: boolean) {
      setText(next);
      tell(isChoice ? '' : next.trim());
    },
  };
}

const withChosen = (options: readonly Option[], chosen: readonly Option[]): readonly Option[] => [
  ...chosen.filter((one) => !options.some((option) => option.value === one.value)),
  ...options,
];

const toItem = ({ value, label }: Option) => ({ value, label });

/** A list of choices that holds none would be a list of nothing to a screen reader: it holds one that says so. */
const itemsOf = (options: readonly Option[]) =>
  options.length > 0 ? options.map(toItem) : [{ value: 'nothing', label: 'Nothing found', disabled: true }];

function OptionLine({ option }: { option: Option }) {
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      {option.tone && <Dot tone={option.tone} />}
      <Text truncate>{option.label}</Text>
      {option.hint && (
        <Text size="xs" c="dimmed" truncate>
          {option.hint}
        </Text>
      )}
    </Group>
  );
}
