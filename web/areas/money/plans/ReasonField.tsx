// Why an administrator ends somebody's plan or order.
import { TextInput } from '@mantine/core';

interface Props {
  value: string;
  onChange: (value: string) => void;
  /** Says where others read it. */
  description: string;
}

export function ReasonField({ value, onChange, description }: Props) {
  return (
    <TextInput
      label="Reason"
      description={description}
      maxLength={200}
      required
      data-autofocus
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
