// Choose one of many by typing, under its button. Mounted at the first use, so it opens at once.
import { Combobox, useCombobox } from '@mantine/core';
import { cloneElement, type ReactElement, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { useOverlay } from './overlays.ts';
import classes from './SearchMenu.module.css';

export function SearchMenu({
  target,
  label,
  listLabel,
  empty,
  options,
  onPick,
}: {
  /** The button that opens it. */
  target: ReactElement<{ onClick?: () => void }>;
  /** The input's name for a screen reader, and its placeholder. */
  label: string;
  listLabel: string;
  /** Shown if nothing matches. */
  empty: string;
  options: readonly { value: string; label: string }[];
  onPick: (value: string) => void;
}) {
  const [q, setQ] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setQ('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const { dropdownOpened } = combobox;
  useOverlay(dropdownOpened, () => combobox.closeDropdown());
  const listed = useDeferredValue(dropdownOpened); // renders the input first, its list afterwards
  const open = useEffectEvent(() => combobox.openDropdown());
  useEffect(() => open(), []);
  const found = options.filter((option) => option.label.toLowerCase().includes(q.trim().toLowerCase()));
  const activateFirst = useEffectEvent(() => combobox.selectFirstOption());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text has another first match
  useEffect(() => {
    if (listed) activateFirst();
  }, [listed, q]);
  const pick = (value: string) => {
    combobox.closeDropdown();
    onPick(value);
  };
  return (
    <Combobox store={combobox} width="15rem" position="bottom-start" onOptionSubmit={pick}>
      <Combobox.Target withAriaAttributes={false}>
        {cloneElement(target, { onClick: () => combobox.toggleDropdown() })}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
          onKeyDown={({ key }) => {
            const [first] = found;
            // Faster than the list: nothing in it is active yet.
            if (key === 'Enter' && q && first && combobox.getSelectedOptionIndex() < 0) pick(first.value);
          }}
          placeholder={`${label}…`}
          aria-label={label}
          role="combobox"
          aria-expanded={dropdownOpened}
        />
        <Combobox.Options className={classes.options ?? ''} aria-label={listLabel}>
          {listed &&
            found.map((option) => (
              <Combobox.Option key={option.value} value={option.value}>
                {option.label}
              </Combobox.Option>
            ))}
          {listed && found.length === 0 && (
            <Combobox.Option value="" disabled>
              {empty}
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
