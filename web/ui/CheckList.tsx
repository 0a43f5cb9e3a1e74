// Choose several from a list with check boxes; Enter checks the first match. With `onSearch` the caller loads
// options for the typed text; otherwise the list filters itself.
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
  answered = true,
}: {
  label: string;
  options: readonly Option[];
  /** Checked ones stay on top, so that a search does not hide them. */
  value: readonly Option[];
  onChange: (value: Option[]) => void;
  onSearch?: (q: string) => void;
  /** With `onSearch`: whether the options belong to the last text. */
  answered?: boolean;
}) {
  const [q, setQ] = useState('');
  const [top] = useState(value);
  const [isTold, setTold] = useState(true);
  const tell = useDebouncedCallback((text: string) => {
    onSearch?.(text);
    setTold(true);
  }, 150);
  const rest = options.filter((option) => !top.some((each) => each.value === option.value));
  const word = q.trim().toLowerCase();
  const found = onSearch
    ? rest
    : rest.filter(({ label, value }) => label.toLowerCase().includes(word) || value.toLowerCase() === word);
  const first = word && (!onSearch || (isTold && answered)) ? found[0] : undefined;
  const isChosen = (option: Option) => value.some((each) => each.value === option.value);
  const set = (option: Option, on: boolean) =>
    onChange(on ? [...value, option] : value.filter((each) => each.value !== option.value));
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
            setTold(false);
            tell(event.currentTarget.value.trim());
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !word) return;
            event.preventDefault();
            if (first) set(first, !isChosen(first));
          }}
        />
      )}
      <div className={classes.list}>
        {[...top, ...found].map((option) => (
          <label key={option.value} className={classes.item} data-active={option === first || undefined}>
            <input type="checkbox" checked={isChosen(option)} onChange={(event) => set(option, event.currentTarget.checked)} />
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
