// An input for a six-digit code from an app or a mail: the browser may fill it, and it is sent when complete.
import { TextInput } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import classes from './CodeInput.module.css';

const digits = 6;
export const isWhole = (code: string) => code.length === digits;

export function CodeInput({
  label,
  value,
  error,
  onChange,
  onWhole,
  inputRef,
  size,
}: {
  label: string;
  value: string;
  error?: ReactNode;
  onChange: (code: string) => void;
  /** The last digit has been entered. */
  onWhole?: (code: string) => void;
  inputRef?: Ref<HTMLInputElement>;
  size?: 'md';
}) {
  return (
    <TextInput
      ref={inputRef ?? null}
      label={label}
      value={value}
      error={error}
      {...(size && { size })}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={digits + 4}
      data-autofocus
      classNames={{ input: classes.input ?? '' }}
      onChange={({ currentTarget }) => {
        const code = currentTarget.value.replace(/\D/g, '').slice(0, digits);
        onChange(code);
        if (isWhole(code) && code !== value) onWhole?.(code);
      }}
    />
  );
}
