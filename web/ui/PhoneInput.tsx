// A US phone. Left, it is written as people read it; what is no number stays as it was typed, with an error under it.
import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { formatPhone, normalPhone } from '#contract/kit/formats.ts';

interface PhoneInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** As it is written: `(305) 555-0142`, or what was typed where that is no number. */
  value?: string;
  onChange: (value: string) => void;
}

export const notAPhone = 'This is not a US phone number. Write it with its area code';

export function PhoneInput({ value = '', onChange, onBlur, error, ...rest }: PhoneInputProps) {
  const [isLeft, setLeft] = useState(true);
  const number = normalPhone(value);
  return (
    <TextInput
      placeholder="(305) 555-0142"
      autoComplete="off"
      {...rest}
      type="tel"
      className="figures"
      value={value}
      error={error || (isLeft && value.trim() !== '' && !number && notAPhone)}
      onChange={(event) => {
        setLeft(false);
        onChange(event.currentTarget.value);
      }}
      onBlur={(event) => {
        setLeft(true);
        if (number && formatPhone(number) !== value) onChange(formatPhone(number));
        onBlur?.(event);
      }}
    />
  );
}
