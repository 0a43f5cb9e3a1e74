// Several of many, ticked in a list. With `onSearch` the caller answers what is typed with new options; else the list narrows itself.
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import classes from './CheckList.module.css';
import { Dot } from './Dot.tsx';
import type { Option } from './Typeahead.tsx';

export function CheckList({
  label,
  options,
  value,
  onChange,
  onSearch,
}: {
  label: string;
  options: readonly Option[];
  /** The ticked ones stay on top, so that none is lost in a search. */
  value: readonly Option[];
  onChange: (value: Option[]) => void;
  onSearch?: (q: string) => void;
}) {
  const [q, setQ] = useState('');
  const [top] = useState(value);
  const tell = useDebouncedCallback((text: string) => onSearch?.(text), 150);
  const rest = options.filter((option) => !top.some((each) => each.value === option.value));
  const found = onSearch ? rest : rest.filter((option) => option.label.toLowerCase().includes(q.trim().toLowerCase()));
  const isChosen = (option: Option) => value.some((each) => each.value === option.value);
  return (
    <fieldset className={`group ${classes.root}`}>
      <legend className="unseen">{label}</legend>
      {(onSearch || options.length > 8) && (
        <TextInput
          data-autofocus
          aria-label={`Find in ${label.toLowerCase()}`}
          placeholder="Find…"
          value={q}
          onChange={(event) => {
            setQ(event.currentTarget.value);
            tell(event.currentTarget.value.trim());
          }}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className={classes.list}>
        {[...top, ...found].map((option) => (
          <label key={option.value} className={classes.item}>
            <input
              type="checkbox"
              checked={isChosen(option)}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? [...value, option] : value.filter((each) => each.value !== option.value))
              }
            />
            {option.tone && <Dot tone={option.tone} />}
            <span className={classes.word}>{option.label}</span>
            {option.hint && <span className={classes.hint}>{option.hint}</span>}
          </label>
        ))}
        {top.length + found.length === 0 && <span className={classes.hint}>Nothing found</span>}
      </div>
    </fieldset>
  );
}
