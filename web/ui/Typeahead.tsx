// Choose by typing, if there are too many choices to load: the caller answers `onSearch` with new `options`.
// Then the first is active, and Enter takes it.
import { Group, MultiSelect, type MultiSelectProps, Select, type SelectProps, Text } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Dot, type Tone } from './Dot.tsx';
import { PersonAvatar } from './PersonAvatar.tsx';
import classes from './Typeahead.module.css';

export interface Option {
  value: string;
  label: string;
  tone?: Tone;
  /** A few words more, in grey. */
  hint?: string;
  /** Of a person: their picture, or null for their initials. */
  photo?: string | null;
}

interface Searching {
  /** For the last text; undefined while they load. */
  options: readonly Option[] | undefined;
  /** Called with the typed text, after a pause. */
  onSearch: (q: string) => void;
}

type Own = 'data' | 'value' | 'onChange' | 'searchValue' | 'onSearchChange' | 'filter' | 'renderOption' | 'searchable';

export interface TypeaheadProps extends Omit<SelectProps, Own>, Searching {
  value: Option | null;
  onChange: (value: Option | null) => void;
}

export function Typeahead({ options, value, onChange, onSearch, ...rest }: TypeaheadProps) {
  const search = useSearchText(onSearch);
  const found = search.isTold ? options : undefined;
  const all = withChosen(found ?? [], value ? [value] : []);
  // An earlier choice is no match for a new search; but the field needs its label here.
  const offered = search.text === value?.label ? all : (found ?? []);
  const isOffered = (item: { value: string }) =>
    offered.length > 0 ? offered.some((option) => option.value === item.value) : item.value === 'nothing';
  return (
    <Select
      allowDeselect={false}
      {...rest}
      searchable
      selectFirstOptionOnChange={found !== undefined && search.text !== (value?.label ?? '')}
      data={[...all.map(toItem), nothing(found !== undefined)]}
      value={value?.value ?? null}
      onChange={(chosen) => onChange(all.find((option) => option.value === chosen) ?? null)}
      searchValue={search.text}
      onSearchChange={(text) => search.change(text, text === value?.label)}
      filter={({ options: items }) => items.filter((item) => 'value' in item && isOffered(item))}
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
  // Closed by a choice: shows what is below it; further typing opens it again.
  const [opened, { open, close }] = useDisclosure(false);
  const found = search.isTold ? options : undefined;
  const all = withChosen(found ?? [], value);
  const others = all.filter((one) => !value.some((each) => each.value === one.value));
  return (
    <MultiSelect
      hidePickedOptions
      {...rest}
      searchable
      selectFirstOptionOnChange={found !== undefined && search.text !== ''}
      dropdownOpened={opened}
      onDropdownOpen={open}
      onDropdownClose={close}
      data={[...value.map(toItem), ...(others.length > 0 ? others.map(toItem) : [nothing(found !== undefined)])]}
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

/** The label of a chosen option in the field is not a search. */
function useSearchText(onSearch: (q: string) => void) {
  const [text, setText] = useState('');
  const [isTold, setTold] = useState(true);
  const tell = useDebouncedCallback((q: string) => {
    onSearch(q);
    setTold(true);
  }, 150);
  return {
    text,
    /** False between a key and the pause after it: the options belong to another text, and must not be chosen. */
    isTold,
    change(next: string, isChoice: boolean) {
      setText(next);
      setTold(isChoice);
      tell(isChoice ? '' : next.trim());
    },
  };
}

const withChosen = (options: readonly Option[], chosen: readonly Option[]): readonly Option[] => [
  ...chosen.filter((one) => !options.some((option) => option.value === one.value)),
  ...options,
];

const toItem = ({ value, label }: Option) => ({ value, label });

/** An empty list box is invalid for a screen reader: it gets an entry that says so. */
const nothing = (areThere: boolean) => ({ value: 'nothing', label: areThere ? 'Nothing found' : 'Searching…', disabled: true });

function OptionLine({ option }: { option: Option }) {
  return (
    <Group gap="xs" miw={0} className={classes.option ?? ''}>
      {option.tone && <Dot tone={option.tone} />}
      {option.photo !== undefined && (
        <PersonAvatar person={{ id: Number(option.value), name: option.label, photo: option.photo }} size="1.5rem" />
      )}
      <Text truncate maw="100%">
        {option.label}
      </Text>
      {option.hint && (
        <Text size="xs" className={classes.hint ?? ''}>
          {option.hint}
        </Text>
      )}
    </Group>
  );
}
