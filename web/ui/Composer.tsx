// Something to write, of one of a few kinds. Ctrl or Cmd with Enter sends it.
import { Button, Chip, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Composer.module.css';
import { type MaybeRich, RichTextField } from './RichTextField.tsx';

export function Composer<Kind extends string>({
  name,
  kinds,
  kind,
  onKind,
  label,
  placeholder,
  value,
  onChange,
  findPeople,
  error,
  children,
  isKept,
  submit,
  canSubmit,
  busy,
  onSubmit,
  onDiscard,
}: {
  /** Of the field, by which it is found. */
  name: string;
  /** With their words, in their order. */
  kinds: Record<Kind, string>;
  kind: Kind;
  onKind: (kind: Kind) => void;
  /** The field's name for screen readers. */
  label: string;
  placeholder: string;
  value: MaybeRich;
  onChange: (value: MaybeRich) => void;
  /** Searches the people that the text may mention. */
  findPeople?: ((q: string) => Promise<{ id: number; name: string }[]>) | undefined;
  error?: string | undefined;
  /** More fields of the kind. */
  children?: ReactNode;
  /** Whether there is something to add or to discard. */
  isKept: boolean;
  /** The button's words. */
  submit: string;
  canSubmit: boolean;
  busy: boolean;
  onSubmit: () => void;
  onDiscard: () => void;
}) {
  return (
    <form
      noValidate
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <fieldset className={`group ${classes.kinds}`}>
        <legend className="unseen">What to add</legend>
        <Chip.Group value={kind} onChange={(next) => onKind(next as Kind)}>
          {(Object.keys(kinds) as Kind[]).map((each) => (
            <Chip key={each} value={each} size="xs" radius="sm" variant="light">
              {kinds[each]}
            </Chip>
          ))}
        </Chip.Group>
      </fieldset>
      <RichTextField
        name={name}
        label={label}
        placeholder={placeholder}
        maxRows={12}
        value={value}
        error={error}
        onChange={onChange}
        onSubmit={onSubmit}
        findPeople={findPeople}
      />
      {children && <div className={classes.details}>{children}</div>}
      {isKept && (
        <Group gap="xs" justify="flex-end">
          <Button variant="default" disabled={busy} onClick={onDiscard}>
            Discard
          </Button>
          <Button type="submit" loading={busy} disabled={!canSubmit}>
            {submit}
          </Button>
        </Group>
      )}
    </form>
  );
}
