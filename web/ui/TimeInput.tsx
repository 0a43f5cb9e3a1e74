// A time of day, in the browser's own control.
import { TextInput, type TextInputProps } from '@mantine/core';

interface TimeInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** `14:30`; null for none. */
  value?: string | null;
  onChange: (value: string | null) => void;
}

export const TimeInput = ({ value = null, onChange, ...rest }: TimeInputProps) => (
  <TextInput {...rest} type="time" value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value || null)} />
);
