// One text, changed where it stands: Enter or leaving it saves, Escape puts it back.
import { TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import classes from './InlineEdit.module.css';

export function InlineEdit({
  label,
  value,
  empty,
  maxLength,
  onSave,
}: {
  /** What a screen reader calls it. */
  label: string;
  value: string;
  /** What stands there for ''. */
  empty: string;
  maxLength: number;
  /** Called with another text alone, without space around it. */
  onSave: (value: string) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const [wasOpen, setWasOpen] = useState(false);
  const close = () => {
    setTyped(undefined);
    setWasOpen(true);
  };
  if (typed === undefined)
    return (
      <UnstyledButton className={classes.shown} autoFocus={wasOpen} onClick={() => setTyped(value)}>
        <span className="unseen">{label}: </span>
        {value || <span className={classes.empty}>{empty}</span>}
      </UnstyledButton>
    );
  const save = () => {
    close();
    if (typed.trim() !== value) onSave(typed.trim());
  };
  return (
    <TextInput
      aria-label={label}
      autoFocus
      data-own-escape
      autoComplete="off"
      maxLength={maxLength}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault(); // else it presses the button that takes the field's place
          save();
        }
        if (event.key === 'Escape') {
          event.stopPropagation();
          close();
        }
      }}
    />
  );
}
