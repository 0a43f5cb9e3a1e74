// The fields one can filter by, found by typing. Made when it is first asked for, so it opens at once.
import { Combobox, useCombobox } from '@mantine/core';
import { cloneElement, type ReactElement, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { useCustomFields } from '../reference/reference.api.ts';
import classes from './ContactToolbar.module.css';
import { fieldChoices } from './contacts.filters.ts';

export function ContactFilterMenu({
  children,
  onPick,
}: {
  /** The button that opens it. */
  children: ReactElement<{ onClick?: () => void }>;
  onPick: (field: string) => void;
}) {
  const [q, setQ] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setQ('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const listed = useDeferredValue(combobox.dropdownOpened); // the box is drawn first, what it lists comes after
  const open = useEffectEvent(() => combobox.openDropdown());
  useEffect(() => open(), []);
  const found = fieldChoices(useCustomFields()).filter(({ label }) => label.toLowerCase().includes(q.trim().toLowerCase()));
  return (
    <Combobox
      store={combobox}
      width="15rem"
      position="bottom-start"
      onOptionSubmit={(field) => {
        combobox.closeDropdown();
        onPick(field);
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        {cloneElement(children, { onClick: () => combobox.toggleDropdown() })}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={q}
          onChange={(event) => {
            setQ(event.currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
          placeholder="Filter by…"
          aria-label="Filter by"
          role="combobox"
          aria-expanded={combobox.dropdownOpened}
        />
        <Combobox.Options className={classes.fields} aria-label="Fields">
          {listed &&
            found.map(({ field, label }) => (
              <Combobox.Option key={field} value={field}>
                {label}
              </Combobox.Option>
            ))}
          {listed && found.length === 0 && (
            <Combobox.Option value="" disabled>
              No such field
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
